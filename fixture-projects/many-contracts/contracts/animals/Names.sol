// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

library Names {
    function numbered(string memory name, uint256 number) internal pure returns (string memory) {
        return string.concat(name, " ", Strings.toString(number));
    }
}
