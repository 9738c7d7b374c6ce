// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Token} from "../contracts/legacy/Token.sol";
import {Vault} from "../contracts/Vault.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
    function createSelectFork(string calldata url) external returns (uint256);
}

/// CREATE3: a proxy of eight bytes at a salted address creates what it is sent.
contract Create3 {
    bytes private constant PROXY = hex"67363d3d37363d34f03d5260086018f3";

    function deploy(bytes32 salt, bytes calldata creationCode) external {
        bytes memory proxyCode = PROXY;
        address proxy;
        assembly {
            proxy := create2(0, add(proxyCode, 32), mload(proxyCode), salt)
        }
        (bool succeeded, ) = proxy.call(creationCode);
        require(succeeded && proxy != address(0));
    }
}

contract Parts {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function run() external {
        vm.startBroadcast();
        new Vault(msg.sender, 5 ether, "savings");
        vm.stopBroadcast();
    }

    function deploy(uint256 amount) external {
        vm.startBroadcast();
        new Vault(msg.sender, amount, "more");
        vm.stopBroadcast();
    }

    function token() external {
        vm.startBroadcast();
        new Token();
        vm.stopBroadcast();
    }

    function create3() external {
        vm.startBroadcast();
        new Create3().deploy(bytes32(uint256(3)), type(Token).creationCode);
        vm.stopBroadcast();
    }

    function go(string calldata first, string calldata second) external {
        vm.createSelectFork(first);
        vm.startBroadcast();
        new Vault(msg.sender, 1 ether, "first");
        vm.stopBroadcast();
        vm.createSelectFork(second);
        vm.startBroadcast();
        new Vault(msg.sender, 2 ether, "second");
        vm.stopBroadcast();
    }
}
