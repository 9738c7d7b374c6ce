// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";

/// Behind beacon proxies.
contract Lamp is Initializable {
    bool public isOn;

    function initialize(bool isOn_) external initializer {
        isOn = isOn_;
    }
}
