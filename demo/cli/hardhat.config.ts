import { createRequire } from "node:module";
import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import { defineConfig } from "hardhat/config";

/** Without the plugin: Hardhat compiles and deploys, and the plain command line verifies. */
export default defineConfig({
  plugins: [hardhatEthers],
  solidity: {
    version: "0.8.28",
    // The compiler from the solc package, so nothing is downloaded.
    path: createRequire(import.meta.url).resolve("solc/soljson.js"),
  },
  networks: {
    localhost: { type: "http", chainType: "l1", url: process.env.RPC_URL ?? "http://127.0.0.1:8545" },
  },
});
