// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {TransparentUpgradeableProxy} from "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";
import {Box} from "../contracts/Box.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

contract Upgradeable {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function run() external {
        vm.startBroadcast();
        new TransparentUpgradeableProxy(address(new Box()), msg.sender, abi.encodeCall(Box.store, 42));
        vm.stopBroadcast();
    }
}
