// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Delegating} from "./Delegating.sol";

/// EIP-1822: the slot is the hash of "PROXIABLE".
contract Eip1822Proxy is Delegating {
    bytes32 private constant SLOT = keccak256("PROXIABLE");

    constructor(address implementation) {
        _write(SLOT, implementation);
    }

    function _target() internal view override returns (address) {
        return _read(SLOT);
    }
}

/// As zos-lib had it, before EIP-1967.
contract ZosProxy is Delegating {
    bytes32 private constant SLOT = keccak256("org.zeppelinos.proxy.implementation");

    constructor(address implementation) {
        _write(SLOT, implementation);
    }

    function _target() internal view override returns (address) {
        return _read(SLOT);
    }
}

/// The storage of Compound's Unitroller, and its getter.
contract UnitrollerLike is Delegating {
    address public admin;
    address public pendingAdmin;
    address public comptrollerImplementation;
    address public pendingComptrollerImplementation;

    constructor(address implementation, address pending) {
        admin = msg.sender;
        comptrollerImplementation = implementation;
        pendingComptrollerImplementation = pending;
    }

    function _target() internal view override returns (address) {
        return comptrollerImplementation;
    }
}

/// Keeps the implementation of AragonLike, which has it in no slot of its own.
contract Kernel {
    address public app;

    constructor(address implementation) {
        app = implementation;
    }
}

/// EIP-897, as Aragon's proxies of apps: `implementation()` and `proxyType()`.
contract AragonLike is Delegating {
    Kernel private immutable KERNEL;

    constructor(Kernel kernel) {
        KERNEL = kernel;
    }

    function implementation() public view returns (address) {
        return KERNEL.app();
    }

    function proxyType() external pure returns (uint256) {
        return 2;
    }

    function _target() internal view override returns (address) {
        return implementation();
    }
}

/// As Argent's wallets: slot 0, a getter, and plain payments are not forwarded.
contract ArgentLike is Delegating {
    address public implementation;

    event Received(uint256 value, address sender);

    constructor(address wallet) {
        implementation = wallet;
    }

    function _target() internal view override returns (address) {
        return implementation;
    }

    receive() external payable {
        emit Received(msg.value, msg.sender);
    }
}

contract ImmutableDelegate is Delegating {
    address private immutable TARGET;

    constructor(address target) {
        TARGET = target;
    }

    function _target() internal view override returns (address) {
        return TARGET;
    }
}

contract SlotZero is Delegating {
    address private target;

    constructor(address first) {
        target = first;
    }

    function _target() internal view override returns (address) {
        return target;
    }
}
