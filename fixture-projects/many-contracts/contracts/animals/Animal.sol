// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

abstract contract Animal {
    uint256 public legs;

    constructor(uint256 legs_) {
        legs = legs_;
    }

    function sound() external pure virtual returns (string memory);
}
