// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

contract Box {
  uint256 public value;

  function store(uint256 value_) external {
    value = value_;
  }
}
