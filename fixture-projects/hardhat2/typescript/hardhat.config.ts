import "@nomicfoundation/hardhat-ethers";
import "@openzeppelin/hardhat-upgrades";
import "hardhat-deploy";
import "hardhat-verify-contract/hardhat2";
import { type HardhatUserConfig, vars } from "hardhat/config";
import "./compiler.js";

const config: HardhatUserConfig = {
  solidity: { version: "0.8.28", settings: { optimizer: { enabled: true, runs: 200 } } },
  networks: { development: { url: vars.get("RPC_URL", "http://127.0.0.1:8545") } },
  verifyContract: {
    chains: {
      31337: {
        verification: { url: vars.get("VERIFY_URL", "http://127.0.0.1:5555") },
        query: { url: vars.get("QUERY_URL", "http://127.0.0.1:5551") },
        status: { url: vars.get("STATUS_URL", "http://127.0.0.1:5552") },
      },
    },
  },
};

export default config;
