// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

/// A public function, so that what uses it has to be linked.
library Sums {
    function total(uint256 a, uint256 b) public pure returns (uint256) {
        return a + b;
    }
}
