const { subtask } = require("hardhat/config");
require("@nomicfoundation/hardhat-ethers");
require("hardhat-verify-contract/hardhat2");

// The compiler from the solc package, so nothing is downloaded.
subtask("compile:solidity:solc:get-build", async () => ({
  compilerPath: require.resolve("solc/soljson.js"),
  isSolcJs: true,
  version: "0.8.28",
  longVersion: "0.8.28+commit.7893614a",
}));

/** @type {import("hardhat/config").HardhatUserConfig} */
module.exports = {
  solidity: "0.8.28",
  networks: { localhost: { url: process.env.RPC_URL ?? "http://127.0.0.1:8545" } },
  verifyContract: {
    chains: {
      31337: {
        verification: { url: process.env.VERIFY_URL ?? "http://127.0.0.1:5555" },
        query: { url: process.env.QUERY_URL ?? "http://127.0.0.1:5551" },
      },
    },
  },
};
