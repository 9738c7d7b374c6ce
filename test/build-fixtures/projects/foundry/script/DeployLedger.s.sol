// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Ledger} from "../contracts/Ledger.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

contract DeployLedger {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function run() external {
        vm.startBroadcast();
        new Ledger();
        vm.stopBroadcast();
    }
}
