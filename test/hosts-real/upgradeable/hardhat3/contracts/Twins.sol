// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

// Compiled without a metadata hash, so that nothing tells their codes apart.
contract TwinA {
  uint256 public count;
}

contract TwinB {
  uint256 public count;
}
