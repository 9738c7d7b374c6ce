// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Two contracts with the same code: without a hash of their sources nothing tells them apart.
contract Castor {
    function answer() external pure returns (uint256) {
        return 42;
    }
}

contract Pollux {
    function answer() external pure returns (uint256) {
        return 42;
    }
}
