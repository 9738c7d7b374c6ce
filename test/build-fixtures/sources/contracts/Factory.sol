// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Only ever created by a factory, whose code has this one's and its metadata section inside.
contract Child {
    address public immutable parent = msg.sender;
    uint256 public immutable number;

    constructor(uint256 number_) {
        number = number_;
    }
}

contract Factory {
    Child[] public children;

    function make() external returns (Child child) {
        child = new Child(children.length + 1);
        children.push(child);
    }
}
