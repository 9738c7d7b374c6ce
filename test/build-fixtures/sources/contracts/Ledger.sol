// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Book} from "./Book.sol";
import {MathLib} from "./MathLib.sol";

/// Linked with an external library.
contract Ledger is Book {
    function record(uint256 amount) public override {
        entry = MathLib.average(entry, amount);
    }
}
