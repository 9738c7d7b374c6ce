import { createRequire } from "node:module";

import hardhatIgnition from "@nomicfoundation/hardhat-ignition";
import { defineConfig } from "hardhat/config";
import hardhatVerifyContract from "hardhat-verify-contract";

const compiler = { version: "0.8.28", path: createRequire(import.meta.url).resolve("solc/soljson.js") };

// Ignition builds with the production profile.
const profile = { compilers: [compiler] };

export default defineConfig({
  plugins: [hardhatIgnition, hardhatVerifyContract],
  solidity: {
    profiles: { default: profile, production: profile },
    npmFilesToBuild: ["ProxyAdmin", "TransparentUpgradeableProxy"].map(
      (name) => `@openzeppelin/contracts/proxy/transparent/${name}.sol`,
    ),
  },
  networks: { development: { type: "http", url: process.env.RPC_URL ?? "http://127.0.0.1:8545" } },
  verifyContract: {
    verification: { url: process.env.VERIFY_URL ?? "http://127.0.0.1:5555" },
    query: { url: process.env.QUERY_URL ?? "http://127.0.0.1:5551" },
    status: { url: process.env.STATUS_URL ?? "http://127.0.0.1:5552" },
  },
});
