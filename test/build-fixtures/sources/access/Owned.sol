// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Reached through a remapping, or in node_modules.
abstract contract Owned {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }
}
