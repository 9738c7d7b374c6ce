// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Shares} from "./Shares.sol";

/// Uses an external library, so its code holds the library's address.
contract Payroll {
    uint256 public lastShare;

    function pay(uint256 amount, uint256 people) external returns (uint256 rest) {
        (lastShare, rest) = Shares.split(amount, people);
    }
}
