// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Holds one token until a moment that is fixed when it is deployed: two immutables.
contract Vault {
    IERC20 public immutable token;
    uint256 public immutable unlockAt;

    error StillLocked(uint256 unlockAt);

    constructor(IERC20 token_, uint256 unlockAt_) {
        token = token_;
        unlockAt = unlockAt_;
    }

    function withdraw(uint256 amount) external {
        if (block.timestamp < unlockAt) revert StillLocked(unlockAt);
        token.transfer(msg.sender, amount);
    }
}
