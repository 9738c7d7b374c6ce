// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Its code has no hash of its sources, so it can match and never match exactly.
contract Counter {
    uint256 public count;

    function increment() external {
        count += 1;
    }
}
