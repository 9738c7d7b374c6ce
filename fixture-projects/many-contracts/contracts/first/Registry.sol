// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// There is another Registry in second/.
contract Registry {
    mapping(bytes32 => address) public owners;

    function claim(bytes32 name) external {
        require(owners[name] == address(0), "taken");
        owners[name] = msg.sender;
    }
}
