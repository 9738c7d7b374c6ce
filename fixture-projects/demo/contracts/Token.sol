// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// An OpenZeppelin token with constructor arguments.
contract Token is ERC20, Ownable {
    constructor(string memory name, string memory symbol, address owner) ERC20(name, symbol) Ownable(owner) {
        _mint(owner, 1_000_000 ether);
    }
}
