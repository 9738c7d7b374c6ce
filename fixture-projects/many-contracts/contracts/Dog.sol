// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import "./animals/Animal.sol";
import {Names} from "./animals/../animals/Names.sol";
import {IERC20} from "tokens/ERC20/IERC20.sol";

/// Inherits, and imports in three ways: relatively, from a package, and through a remapping.
contract Dog is Animal {
    IERC20 public treats;

    constructor(IERC20 treats_) Animal(4) {
        treats = treats_;
    }

    function sound() external pure override returns (string memory) {
        return "woof";
    }

    function name(uint256 number) external pure returns (string memory) {
        return Names.numbered("Dog", number);
    }
}
