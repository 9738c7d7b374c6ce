import { createRequire } from "node:module";

import { defineConfig } from "hardhat/config";
import hardhatVerifyContract from "hardhat-verify-contract";

// The compilers of packages, so that nothing is downloaded.
const { resolve } = createRequire(import.meta.url);
const settings = { optimizer: { enabled: true, runs: 200 } };
const compiler = { version: "0.8.28", path: resolve("solc/soljson.js") };

export default defineConfig({
  plugins: [hardhatVerifyContract],
  solidity: {
    compilers: [
      { ...compiler, settings },
      { version: "0.8.19", path: resolve("solc-0.8.19/soljson.js"), settings },
    ],
    overrides: { "contracts/Pipeline.sol": { ...compiler, settings: { ...settings, viaIR: true } } },
  },
  networks: {
    localhost: { type: "http", chainType: "l1", url: process.env.RPC_URL ?? "http://127.0.0.1:8545" },
  },
});
