// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

/// Only ever created by a factory.
contract Tool {
    address public immutable maker = msg.sender;
    uint256 public immutable number;

    constructor(uint256 number_) {
        number = number_;
    }
}

contract Forge {
    Tool[] public tools;

    function make() external returns (Tool tool) {
        tool = new Tool(tools.length + 1);
        tools.push(tool);
    }
}
