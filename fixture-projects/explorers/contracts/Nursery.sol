// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

/// Only ever created by a factory.
contract Seedling {
    uint256 public number;

    constructor(uint256 number_) {
        number = number_;
    }
}

contract Nursery {
    event Planted(address seedling);

    uint256 public count;

    function plant() external {
        emit Planted(address(new Seedling(++count)));
    }
}
