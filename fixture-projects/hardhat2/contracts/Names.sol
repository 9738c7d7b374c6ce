// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

/// A public function, so that what uses it has to be linked.
library Names {
    function hashOf(string memory name) public pure returns (bytes32) {
        return keccak256(bytes(name));
    }
}
