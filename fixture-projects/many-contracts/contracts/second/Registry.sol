// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// There is another Registry in first/.
contract Registry {
    mapping(bytes32 => address) public owners;

    function claim(bytes32 name) external payable {
        require(owners[name] == address(0), "taken");
        require(msg.value >= 1 gwei, "too little");
        owners[name] = msg.sender;
    }
}
