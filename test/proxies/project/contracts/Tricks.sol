// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {BEACON_SLOT, Delegating, IMPLEMENTATION_SLOT, Names} from "./Delegating.sol";

contract FixedBeacon is Names {
    address public immutable implementation;

    constructor(address named) {
        implementation = named;
    }
}

/// Both slots of EIP-1967 are set; the code follows the beacon.
contract BothSlots is Delegating {
    constructor(address unused, address beacon) {
        _write(IMPLEMENTATION_SLOT, unused);
        _write(BEACON_SLOT, beacon);
    }

    function _target() internal view override returns (address) {
        return Names(_read(BEACON_SLOT)).implementation();
    }
}

/// The slot names one contract, the code runs another, which the code has.
contract LiarByCode is Delegating {
    address private immutable TARGET;

    constructor(address unused, address target) {
        _write(IMPLEMENTATION_SLOT, unused);
        TARGET = target;
    }

    function _target() internal view override returns (address) {
        return TARGET;
    }
}

/// The slot names one contract, the code runs another, which only a slot has that no standard knows.
contract LiarBySlot is Delegating {
    bytes32 private constant HIDDEN = keccak256("a slot of no standard");

    constructor(address unused, address target) {
        _write(IMPLEMENTATION_SLOT, unused);
        _write(HIDDEN, target);
    }

    function _target() internal view override returns (address) {
        return _read(HIDDEN);
    }
}

/// The getter names one contract, the slot that the code uses another.
contract LiarByGetter is Delegating {
    address public immutable implementation;

    constructor(address unused, address target) {
        implementation = unused;
        _write(IMPLEMENTATION_SLOT, target);
    }

    function _target() internal view override returns (address) {
        return _read(IMPLEMENTATION_SLOT);
    }
}

/// Runs what the slot does not name, while its own code is as it was created: a node that replaces it sees the other.
contract LiarByOwnCode is Delegating {
    bytes32 private constant OWN = keccak256("the hash of the own code");
    bytes32 private constant HIDDEN = keccak256("a slot of no standard");

    constructor(address unused, address target) {
        _write(IMPLEMENTATION_SLOT, unused);
        _write(HIDDEN, target);
    }

    /// The code has no hash before it is there.
    function remember() external {
        bytes32 own = address(this).codehash;
        bytes32 slot = OWN;
        assembly {
            sstore(slot, own)
        }
    }

    function _target() internal view override returns (address) {
        bytes32 own;
        bytes32 slot = OWN;
        assembly {
            own := sload(slot)
        }
        return _read(address(this).codehash == own ? HIDDEN : IMPLEMENTATION_SLOT);
    }
}

/// Runs what the slot does not name, while that has its own code: a node that replaces it sees the other.
contract LiarByTargetCode is Delegating {
    bytes32 private constant HIDDEN = keccak256("a slot of no standard");
    bytes32 private immutable CODE;

    constructor(address unused, address target) {
        _write(IMPLEMENTATION_SLOT, unused);
        _write(HIDDEN, target);
        CODE = target.codehash;
    }

    function _target() internal view override returns (address) {
        address target = _read(HIDDEN);
        return target.codehash == CODE ? target : _read(IMPLEMENTATION_SLOT);
    }
}

/// Honest, and open to its owner alone: no stranger's call shows what runs.
contract ClosedProxy is Delegating {
    address private immutable OWNER = msg.sender;

    constructor(address implementation) {
        _write(IMPLEMENTATION_SLOT, implementation);
    }

    function _target() internal view override returns (address) {
        require(msg.sender == OWNER, "closed");
        return _read(IMPLEMENTATION_SLOT);
    }
}

/// Forwards one function, and no slot, getter or event names to where.
contract Router is Delegating {
    address private immutable STORE;

    constructor(address target) {
        STORE = target;
    }

    function _target() internal view override returns (address) {
        require(msg.sig == bytes4(keccak256("store(uint256)")), "no such function");
        return STORE;
    }
}

/// Asks another contract by name, as Optimism's ResolvedDelegateProxy.
contract Registry {
    mapping(string name => address) public addressOf;

    constructor(string memory name, address target) {
        addressOf[name] = target;
    }
}

contract ResolvedProxy is Delegating {
    Registry private registry;
    string private name;

    constructor(Registry asked, string memory own) {
        registry = asked;
        name = own;
    }

    function _target() internal view override returns (address) {
        return registry.addressOf(name);
    }
}

/// The slot is set, and the code forwards nothing.
contract SlotAlone {
    constructor(address unused) {
        bytes32 slot = IMPLEMENTATION_SLOT;
        assembly {
            sstore(slot, unused)
        }
    }

    function implementation() external view returns (address value) {
        bytes32 slot = IMPLEMENTATION_SLOT;
        assembly {
            value := sload(slot)
        }
    }
}

/// Shows the contract of the slot to the zero address, which `eth_call` has as its default sender, and to no one else.
contract PicksBySender is Delegating {
    bytes32 private constant HIDDEN = keccak256("a slot of no standard");

    constructor(address shown, address target) {
        _write(IMPLEMENTATION_SLOT, shown);
        _write(HIDDEN, target);
    }

    function _target() internal view override returns (address) {
        return _read(msg.sender == address(0) ? IMPLEMENTATION_SLOT : HIDDEN);
    }
}

/// Tells contracts another implementation than it tells those who ask from outside.
contract PickyBeacon is Names {
    address private immutable SHOWN;
    address private immutable TARGET;

    constructor(address shown, address target) {
        SHOWN = shown;
        TARGET = target;
    }

    function implementation() external view returns (address) {
        return msg.sender.code.length == 0 ? SHOWN : TARGET;
    }
}

/// EIP-1967 without a check of what is written.
contract UncheckedProxy is Delegating {
    constructor(address implementation) {
        _write(IMPLEMENTATION_SLOT, implementation);
    }

    function _target() internal view override returns (address) {
        return _read(IMPLEMENTATION_SLOT);
    }
}

library Maths {
    function double(uint256 value) external pure returns (uint256) {
        return value * 2;
    }
}

/// Delegates to a library, and is no proxy of it.
contract UsesLibrary {
    function twice(uint256 value) external pure returns (uint256) {
        return Maths.double(value);
    }
}
