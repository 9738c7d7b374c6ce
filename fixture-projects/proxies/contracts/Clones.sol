// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Makes minimal proxies (EIP-1167).
contract Clones {
    event Cloned(address clone);

    function clone(address implementation) external {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73",
            implementation,
            hex"5af43d82803e903d91602b57fd5bf3"
        );
        address made;
        assembly {
            made := create(0, add(code, 0x20), mload(code))
        }
        emit Cloned(made);
    }
}
