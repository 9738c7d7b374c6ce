import { createRequire } from "node:module";

import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import { defineConfig } from "hardhat/config";
import hardhatVerifyContract from "hardhat-verify-contract";

const services = process.env.VERIFY_URL ?? "http://127.0.0.1:5555";
const query = process.env.QUERY_URL ?? "http://127.0.0.1:5551";

export default defineConfig({
  plugins: [hardhatEthers, hardhatVerifyContract],
  solidity: {
    version: "0.8.28",
    // The compiler of the solc package, so that nothing is downloaded.
    path: createRequire(import.meta.url).resolve("solc/soljson.js"),
  },
  networks: {
    localhost: { type: "http", chainType: "l1", url: process.env.RPC_URL ?? "http://127.0.0.1:8545" },
  },
  verifyContract: {
    chains: {
      31337: { verification: { url: services }, query: { url: query } },
    },
  },
});
