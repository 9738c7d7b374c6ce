// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Long enough for the optimizer to make a difference.
contract Auction {
    address public highestBidder;
    uint256 public highestBid;
    mapping(address => uint256) public refunds;

    error TooLow(uint256 highestBid);

    function bid() external payable {
        if (msg.value <= highestBid) revert TooLow(highestBid);
        refunds[highestBidder] += highestBid;
        highestBidder = msg.sender;
        highestBid = msg.value;
    }
}
