// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {Weights} from "./Weights.sol";

/// Linked with an external library.
contract Scale {
    uint256 public reading;

    function add(uint256 weight) external {
        reading = Weights.average(reading, weight);
    }
}
