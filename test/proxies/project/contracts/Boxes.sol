// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";

/// What the proxies of the suite run.
contract Box {
    uint256 public value;

    function store(uint256 newValue) external {
        value = newValue;
    }
}

/// What no proxy of the suite runs, whatever its slots, getters and beacons say.
contract Decoy {
    function isDecoy() external pure returns (bool) {
        return true;
    }
}

/// The implementation of a UUPS proxy: it can delegate, and names a slot of EIP-1967, but is no proxy itself.
contract UupsBox is UUPSUpgradeable {
    uint256 public value;

    function store(uint256 newValue) external {
        value = newValue;
    }

    function _authorizeUpgrade(address) internal override {}
}

/// The implementation of a proxy of EIP-1822.
contract ProxiableBox {
    uint256 public value;

    function proxiableUUID() external pure returns (bytes32) {
        return keccak256("PROXIABLE");
    }

    function store(uint256 newValue) external {
        value = newValue;
    }
}
