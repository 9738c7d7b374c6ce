require("@nomicfoundation/hardhat-ethers");
require("@nomicfoundation/hardhat-ignition-ethers");
require("@openzeppelin/hardhat-upgrades");
require("hardhat-deploy");
require("hardhat-verify-contract/hardhat2");
require("./compiler.js");

/** @type {import("hardhat/config").HardhatUserConfig} */
module.exports = {
  solidity: { version: "0.8.28", settings: { optimizer: { enabled: true, runs: 200 } } },
  networks: { development: { url: process.env.RPC_URL ?? "http://127.0.0.1:8545" } },
  namedAccounts: { deployer: 0 },
  verifyContract: {
    chains: {
      31337: {
        verification: { url: process.env.VERIFY_URL ?? "http://127.0.0.1:5555" },
        query: { url: process.env.QUERY_URL ?? "http://127.0.0.1:5551" },
        status: { url: process.env.STATUS_URL ?? "http://127.0.0.1:5552" },
      },
    },
  },
};
