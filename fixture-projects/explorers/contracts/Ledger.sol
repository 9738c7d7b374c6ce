// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {Sums} from "./Sums.sol";

/// Linked with an external library.
contract Ledger {
    uint256 public balance;

    function add(uint256 amount) external {
        balance = Sums.total(balance, amount);
    }
}
