// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";

import {BEACON_SLOT, IMPLEMENTATION_SLOT} from "./Delegating.sol";

contract Coin is ERC20("Coin", "C") {}

contract Picture is ERC721("Picture", "P") {}

contract Items is ERC1155("https://items.invalid/{id}") {}

/// Delegates to itself.
contract SeveralAtOnce is ERC20("Several", "S"), Multicall {}

/// Can delegate, and knows the slots, but forwards nothing.
contract SlotReader {
    function read(bytes32 slot) public view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }

    function known() external view returns (address, address) {
        return (read(IMPLEMENTATION_SLOT), read(BEACON_SLOT));
    }

    function run(address target, bytes calldata data) external returns (bytes memory) {
        return Address.functionDelegateCall(target, data);
    }
}

/// Answers 1 to all that it does not know; can delegate too.
contract AlwaysOne {
    function run(address target, bytes calldata data) external returns (bytes memory) {
        return Address.functionDelegateCall(target, data);
    }

    fallback(bytes calldata) external returns (bytes memory) {
        return abi.encode(uint256(1));
    }
}

/// Has the getter of a proxy for what it once made, and a function that delegates.
contract NamesImplementation {
    address public immutable implementation;

    constructor(address named) {
        implementation = named;
    }

    function run(address target, bytes calldata data) external returns (bytes memory) {
        return Address.functionDelegateCall(target, data);
    }
}

/// Forwards with CALL: the code that runs is another contract's, with its own storage.
contract Relay {
    address public immutable implementation;

    constructor(address target) {
        implementation = target;
    }

    fallback(bytes calldata data) external payable returns (bytes memory) {
        return Address.functionCallWithValue(implementation, data, msg.value);
    }

    function run(address target, bytes calldata data) external returns (bytes memory) {
        return Address.functionDelegateCall(target, data);
    }
}

/// A module system: the owner's modules run in it, from one function.
contract Modules {
    address public immutable OWNER = msg.sender;
    mapping(bytes32 name => address) public modules;

    function set(bytes32 name, address module) external {
        require(msg.sender == OWNER);
        modules[name] = module;
    }

    function run(bytes32 name, bytes calldata data) external returns (bytes memory) {
        return Address.functionDelegateCall(modules[name], data);
    }
}

/// Fails for all that it does not know.
contract Refuses {
    function run(address target, bytes calldata data) external returns (bytes memory) {
        return Address.functionDelegateCall(target, data);
    }

    fallback() external payable {
        revert("no such function");
    }
}
