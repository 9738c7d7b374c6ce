// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

struct FacetCut {
    address facetAddress;
    uint8 action;
    bytes4[] functionSelectors;
}

struct Facet {
    address facetAddress;
    bytes4[] functionSelectors;
}

struct Facets {
    mapping(bytes4 selector => address) facetOf;
    mapping(address facet => bytes4[]) selectorsOf;
    address[] facets;
}

function storedFacets() pure returns (Facets storage stored) {
    bytes32 slot = keccak256("diamond.standard.diamond.storage");
    assembly {
        stored.slot := slot
    }
}

/// EIP-2535: each selector has its facet.
contract Diamond {
    event DiamondCut(FacetCut[] _diamondCut, address _init, bytes _calldata);

    constructor(FacetCut[] memory cuts) {
        _cut(cuts);
    }

    function _cut(FacetCut[] memory cuts) internal {
        Facets storage stored = storedFacets();
        for (uint256 i = 0; i < cuts.length; i++) {
            stored.facets.push(cuts[i].facetAddress);
            stored.selectorsOf[cuts[i].facetAddress] = cuts[i].functionSelectors;
            for (uint256 j = 0; j < cuts[i].functionSelectors.length; j++)
                stored.facetOf[cuts[i].functionSelectors[j]] = cuts[i].facetAddress;
        }
        emit DiamondCut(cuts, address(0), "");
    }

    fallback() external payable {
        address facet = storedFacets().facetOf[msg.sig];
        require(facet != address(0), "no facet has this function");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

abstract contract Loupe {
    function facets() external view returns (Facet[] memory all) {
        address[] storage addresses = storedFacets().facets;
        all = new Facet[](addresses.length);
        for (uint256 i = 0; i < all.length; i++)
            all[i] = Facet(addresses[i], storedFacets().selectorsOf[addresses[i]]);
    }

    function facetFunctionSelectors(address facet) external view returns (bytes4[] memory) {
        return storedFacets().selectorsOf[facet];
    }

    function facetAddresses() external view returns (address[] memory) {
        return storedFacets().facets;
    }

    function facetAddress(bytes4 selector) external view returns (address) {
        return storedFacets().facetOf[selector];
    }
}

contract LoupeFacet is Loupe {}

/// Has the loupe itself, and lists itself as the facet of it, as SolidState's diamonds do.
contract SelfListingDiamond is Diamond, Loupe {
    constructor(FacetCut[] memory cuts) Diamond(cuts) {
        FacetCut[] memory own = new FacetCut[](1);
        bytes4[] memory selectors = new bytes4[](4);
        selectors[0] = Loupe.facets.selector;
        selectors[1] = Loupe.facetFunctionSelectors.selector;
        selectors[2] = Loupe.facetAddresses.selector;
        selectors[3] = Loupe.facetAddress.selector;
        own[0] = FacetCut(address(this), 0, selectors);
        _cut(own);
    }
}

contract CounterFacet {
    uint256 private count;

    function add(uint256 amount) external returns (uint256) {
        count += amount;
        return count;
    }
}

contract OwnerFacet {
    function owner() external pure returns (address) {
        return address(1);
    }
}
