import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import hardhatUpgrades from "@openzeppelin/hardhat-upgrades";
import { defineConfig } from "hardhat/config";
import hardhatVerifyContract from "hardhat-verify-contract";

export default defineConfig({
  plugins: [hardhatEthers, hardhatUpgrades, hardhatVerifyContract],
  // Uses the checkout's compiler, because nothing can be downloaded.
  solidity: { version: "0.8.28", path: process.env.SOLJSON },
  networks: { development: { type: "http", chainType: "l1", url: process.env.RPC_URL } },
  verifyContract: JSON.parse(process.env.TEST_VERIFY_CONTRACT ?? "{}"),
});
