// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BeaconProxy} from "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

contract BoxProxy is ERC1967Proxy {
    constructor(address implementation) ERC1967Proxy(implementation, abi.encodeWithSignature("store(uint256)", 7)) {}
}

contract BoxBeacon is UpgradeableBeacon {
    constructor(address implementation) UpgradeableBeacon(implementation, msg.sender) {}
}

contract BoxBeaconProxy is BeaconProxy {
    constructor(address beacon) BeaconProxy(beacon, abi.encodeWithSignature("store(uint256)", 7)) {}
}
