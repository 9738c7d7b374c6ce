// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// An external library: deployed by itself, and linked into those that use it.
library Shares {
    function split(uint256 amount, uint256 parts) external pure returns (uint256 each, uint256 rest) {
        require(parts > 0, "no parts");
        return (amount / parts, amount % parts);
    }
}
