require("hardhat-deploy");
require("hardhat-verify-contract/hardhat2");
require("./compiler.js");

module.exports = {
  solidity: { version: "0.8.28", settings: { optimizer: { enabled: true, runs: 200 } } },
  networks: { development: { url: process.env.RPC_URL ?? "http://127.0.0.1:8545" } },
  // Other projects use the accounts before it.
  namedAccounts: { deployer: 2 },
  verifyContract: {
    verification: { url: process.env.VERIFY_URL ?? "http://127.0.0.1:5555" },
    query: { url: process.env.QUERY_URL ?? "http://127.0.0.1:5551" },
  },
};
