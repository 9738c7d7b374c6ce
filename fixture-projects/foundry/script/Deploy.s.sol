// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {Forge} from "../src/Forge.sol";
import {Scale} from "../src/Scale.sol";
import {Token} from "../src/Token.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

contract Deploy {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    /// A library, what is linked with it, a contract by CREATE2, and a factory's child.
    function run() external {
        vm.startBroadcast();
        new Scale();
        new Token{salt: bytes32(uint256(1))}("Salted", 7);
        new Forge().make();
        vm.stopBroadcast();
    }

    /// By `--sig "token(uint256)"`.
    function token(uint256 cap) external {
        vm.startBroadcast();
        new Token("Signed", cap);
        vm.stopBroadcast();
    }
}
