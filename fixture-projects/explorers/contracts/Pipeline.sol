// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

/// Compiled through the intermediate representation.
contract Pipeline {
    mapping(uint256 => uint256) public stages;

    function run(uint256 stage, uint256 input) external returns (uint256 output) {
        output = input * 3 + stages[stage];
        stages[stage] = output;
    }
}
