// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {TransparentUpgradeableProxy} from "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";

/// Creates contracts of a package, for which Hardhat writes no artifacts.
contract Factories {
    event Created(address created);

    function createProxy(address implementation) external {
        emit Created(address(new ERC1967Proxy(implementation, abi.encodeWithSignature("store(uint256)", 7))));
    }
}

/// Creates a ProxyAdmin.
contract BoxTransparent is TransparentUpgradeableProxy {
    constructor(address implementation)
        TransparentUpgradeableProxy(implementation, msg.sender, abi.encodeWithSignature("store(uint256)", 7))
    {}
}
