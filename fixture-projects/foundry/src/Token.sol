// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Inherits from a package, with constructor arguments and an immutable.
contract Token is ERC20 {
    uint256 public immutable cap;

    constructor(string memory name_, uint256 cap_) ERC20(name_, "FORGED") {
        cap = cap_;
    }
}
