// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

/// Immutables: one by an argument, one without.
contract Fixed {
    address public immutable maker = msg.sender;
    uint256 public immutable limit;

    constructor(uint256 limit_) {
        limit = limit_;
    }

    function check(uint256 value) external view returns (bool) {
        return value < limit && msg.sender != maker;
    }
}
