// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

/// „Grüße“ in a path, a comment and a text: 世界 🚀
contract Greeting {
    string public text = unicode"Grüße, 世界 🚀";
}
