// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// What proxies stand for.
contract Box {
    uint256 public value;

    function store(uint256 newValue) external {
        value = newValue;
    }
}
