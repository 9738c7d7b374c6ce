// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Neither of these has code of its own.
interface IBook {
    function entry() external view returns (uint256);
}

abstract contract Book is IBook {
    uint256 public entry;

    function record(uint256 amount) public virtual;
}
