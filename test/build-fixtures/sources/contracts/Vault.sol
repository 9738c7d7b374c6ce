// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Owned} from "@fixtures/access/Owned.sol";

/// Two immutables, one of them inherited, and constructor arguments of two kinds.
contract Vault is Owned {
    uint256 public immutable limit;
    string public name;

    constructor(address owner_, uint256 limit_, string memory name_) Owned(owner_) {
        limit = limit_;
        name = name_;
    }

    function isFull() external view returns (bool) {
        return address(this).balance >= limit && msg.sender == owner;
    }
}
