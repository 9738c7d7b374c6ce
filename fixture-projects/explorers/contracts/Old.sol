// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// Compiled by another version than the others.
contract Old {
    uint256 public age;

    function grow() external {
        age++;
    }
}
