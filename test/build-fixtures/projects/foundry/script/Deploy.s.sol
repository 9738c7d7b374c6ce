// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Factory} from "../contracts/Factory.sol";
import {Ledger} from "../contracts/Ledger.sol";
import {Token} from "../contracts/legacy/Token.sol";
import {Vault} from "../contracts/Vault.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

contract Deploy {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function run() external {
        vm.startBroadcast();
        new Vault(msg.sender, 5 ether, "savings");
        new Ledger();
        new Token();
        Token salted = new Token{salt: bytes32(uint256(1))}();
        salted.issue(msg.sender, 1);
        new Factory().make();
        vm.stopBroadcast();
    }
}
