// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {Box} from "./Box.sol";

contract BoxV2 is Box {
    function increment() external {
        value += 1;
    }
}
