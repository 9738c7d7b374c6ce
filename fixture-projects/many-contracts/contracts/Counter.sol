// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Imports nothing, and nobody imports it.
contract Counter {
    uint256 public count;

    function increment() external {
        count += 1;
    }
}
