// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Only ever created by a factory.
contract Stall {
    IERC20 public immutable currency;
    uint256 public immutable number;

    constructor(IERC20 currency_, uint256 number_) {
        currency = currency_;
        number = number_;
    }
}

contract Market {
    IERC20 public immutable currency;
    Stall[] public stalls;

    constructor(IERC20 currency_) {
        currency = currency_;
    }

    function open() external returns (Stall stall) {
        stall = new Stall(currency, stalls.length + 1);
        stalls.push(stall);
    }
}
