// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {Names} from "./Names.sol";

/// Linked with an external library.
contract Registry {
    mapping(bytes32 name => address owner) public owners;

    function register(string calldata name) external {
        owners[Names.hashOf(name)] = msg.sender;
    }
}
