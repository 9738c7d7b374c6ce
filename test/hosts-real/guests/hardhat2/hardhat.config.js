require("hardhat-verify-contract/hardhat2");

module.exports = {
  solidity: "0.8.28",
  networks: { development: { url: process.env.RPC_URL ?? "http://127.0.0.1:8545" } },
  verifyContract: {
    verification: { url: process.env.VERIFY_URL ?? "http://127.0.0.1:5555" },
    query: { url: process.env.QUERY_URL ?? "http://127.0.0.1:5551" },
    status: { url: process.env.STATUS_URL ?? "http://127.0.0.1:5552" },
  },
};
