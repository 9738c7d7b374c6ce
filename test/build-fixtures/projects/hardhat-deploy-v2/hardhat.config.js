import { createRequire } from "node:module";
import { defineConfig } from "hardhat/config";
import hardhatDeploy from "hardhat-deploy";

// Uses the solc package, so nothing is downloaded.
const path = createRequire(import.meta.url).resolve("solc/soljson.js");

export default defineConfig({
  plugins: [hardhatDeploy],
  solidity: {
    profiles: {
      default: { version: "0.8.28", path },
      production: { version: "0.8.28", path, settings: { optimizer: { enabled: true, runs: 200 } } },
    },
  },
  networks: { development: { type: "http", url: process.env.CHAIN_URL ?? "http://127.0.0.1:8545" } },
});
