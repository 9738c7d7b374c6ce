// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

bytes32 constant IMPLEMENTATION_SLOT = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
bytes32 constant BEACON_SLOT = bytes32(uint256(keccak256("eip1967.proxy.beacon")) - 1);

interface Names {
    function implementation() external view returns (address);
}

/// Forwards what has no function of its own, and leaves to others where to.
abstract contract Delegating {
    function _target() internal view virtual returns (address);

    function _write(bytes32 slot, address value) internal {
        assembly {
            sstore(slot, value)
        }
    }

    function _read(bytes32 slot) internal view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }

    function _forward() internal {
        address target = _target();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }

    fallback() external payable virtual {
        _forward();
    }
}
