// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {LibClone} from "solady/src/utils/LibClone.sol";

/// Makes the proxies that libraries have as bytes. Each function returns the address of what it made.
contract Maker {
    function openzeppelinClone(address implementation) external returns (address) {
        return Clones.clone(implementation);
    }

    function openzeppelinCloneWithArguments(address implementation, bytes calldata data) external returns (address) {
        return Clones.cloneWithImmutableArgs(implementation, data);
    }

    function soladyClone(address implementation) external returns (address) {
        return LibClone.clone(implementation);
    }

    function soladyClonePush0(address implementation) external returns (address) {
        return LibClone.clone_PUSH0(implementation);
    }

    function soladyCloneWithArguments(address implementation, bytes calldata data) external returns (address) {
        return LibClone.clone(implementation, data);
    }

    function soladyErc1967(address implementation) external returns (address) {
        return LibClone.deployERC1967(implementation);
    }

    function soladyErc1967WithArguments(address implementation, bytes calldata data) external returns (address) {
        return LibClone.deployERC1967(implementation, data);
    }

    function soladyErc1967I(address implementation) external returns (address) {
        return LibClone.deployERC1967I(implementation);
    }

    function soladyErc1967IWithArguments(address implementation, bytes calldata data) external returns (address) {
        return LibClone.deployERC1967I(implementation, data);
    }

    function soladyBeacon(address beacon) external returns (address) {
        return LibClone.deployERC1967BeaconProxy(beacon);
    }

    function soladyBeaconWithArguments(address beacon, bytes calldata data) external returns (address) {
        return LibClone.deployERC1967BeaconProxy(beacon, data);
    }

    function soladyBeaconI(address beacon) external returns (address) {
        return LibClone.deployERC1967IBeaconProxy(beacon);
    }

    function soladyBeaconIWithArguments(address beacon, bytes calldata data) external returns (address) {
        return LibClone.deployERC1967IBeaconProxy(beacon, data);
    }
}
