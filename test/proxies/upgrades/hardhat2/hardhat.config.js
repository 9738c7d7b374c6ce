require("@nomicfoundation/hardhat-ethers");
require("@openzeppelin/hardhat-upgrades");
require("hardhat-verify-contract/hardhat2");
const { subtask } = require("hardhat/config");

// Uses the checkout's compiler, because nothing can be downloaded.
subtask("compile:solidity:solc:get-build", async () => ({
  compilerPath: process.env.SOLJSON,
  isSolcJs: true,
  version: "0.8.28",
  longVersion: "0.8.28+commit.7893614a",
}));

module.exports = {
  solidity: "0.8.28",
  networks: { development: { url: process.env.RPC_URL } },
  verifyContract: JSON.parse(process.env.TEST_VERIFY_CONTRACT ?? "{}"),
};
