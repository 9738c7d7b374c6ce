import { createRequire } from "node:module";

import { defineConfig } from "hardhat/config";
import hardhatVerifyContract from "hardhat-verify-contract";

// The compiler of the solc package, so that nothing is downloaded.
const compiler = { version: "0.8.28", path: createRequire(import.meta.url).resolve("solc/soljson.js") };

// What tools wrote of deployments is copied into this project; it has no contracts of its own.
export default defineConfig({
  plugins: [hardhatVerifyContract],
  solidity: { ...compiler, settings: { optimizer: { enabled: true, runs: 200 } } },
  networks: {
    localhost: { type: "http", chainType: "l1", url: process.env.RPC_URL ?? "http://127.0.0.1:8545" },
  },
});
