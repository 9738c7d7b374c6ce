// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

// CONFIDENTIAL: nobody imports this file, so it must never leave the computer.
contract Unreleased {
    string public constant PLAN = "next year";
}
