// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Has its name in common with another contract.
contract Token {
    mapping(address holder => uint256) public balanceOf;

    function issue(address holder, uint256 amount) external {
        balanceOf[holder] += amount;
    }
}
