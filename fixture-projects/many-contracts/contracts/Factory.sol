// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

contract Child {
    address public immutable parent = msg.sender;
}

/// Creates contracts: no transaction has their creation code as its input.
contract Factory {
    event Created(address child);

    function create() external {
        emit Created(address(new Child()));
    }
}
