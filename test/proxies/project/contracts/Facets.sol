// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Facet, storedFacets} from "./Diamonds.sol";

contract Facet1 {
    function answer1() external pure returns (uint256) {
        return 7919;
    }
}

contract Facet2 {
    function answer2() external pure returns (uint256) {
        return 15838;
    }
}

contract Facet3 {
    function answer3() external pure returns (uint256) {
        return 23757;
    }
}

contract Facet4 {
    function answer4() external pure returns (uint256) {
        return 31676;
    }
}

contract Facet5 {
    function answer5() external pure returns (uint256) {
        return 39595;
    }
}

contract Facet6 {
    function answer6() external pure returns (uint256) {
        return 47514;
    }
}

contract Facet7 {
    function answer7() external pure returns (uint256) {
        return 55433;
    }
}

contract Facet8 {
    function answer8() external pure returns (uint256) {
        return 63352;
    }
}

contract Facet9 {
    function answer9() external pure returns (uint256) {
        return 71271;
    }
}

contract Facet10 {
    function answer10() external pure returns (uint256) {
        return 79190;
    }
}

contract Facet11 {
    function answer11() external pure returns (uint256) {
        return 87109;
    }
}

/// Leaves out all facets but the first.
contract ShortLoupeFacet {
    function facets() external view returns (Facet[] memory all) {
        address first = storedFacets().facets[0];
        all = new Facet[](1);
        all[0] = Facet(first, storedFacets().selectorsOf[first]);
    }

    function facetAddresses() external view returns (address[] memory all) {
        all = new address[](1);
        all[0] = storedFacets().facets[0];
    }
}
