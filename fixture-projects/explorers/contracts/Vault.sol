// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

/// Constructor arguments of fixed and of dynamic size.
contract Vault {
    uint256 public cap;
    string public label;
    address[] public keepers;

    constructor(uint256 cap_, string memory label_, address[] memory keepers_) {
        cap = cap_;
        label = label_;
        keepers = keepers_;
    }
}
