import { createRequire } from "node:module";
import hardhatVerifyContract from "hardhat-verify-contract";

// Uses the solc package, so nothing is downloaded.
const compiler = { version: "0.8.28", path: createRequire(import.meta.url).resolve("solc/soljson.js") };

export default {
  plugins: [hardhatVerifyContract],
  solidity: {
    ...compiler,
    settings: { optimizer: { enabled: true, runs: 200 } },
    npmFilesToBuild: [
      "@openzeppelin/contracts/governance/TimelockController.sol",
      "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol",
      "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol",
      "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol",
      "@openzeppelin/contracts/proxy/transparent/ProxyAdmin.sol",
      "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol",
      "@safe-global/safe-contracts/contracts/Safe.sol",
      "@safe-global/safe-contracts/contracts/libraries/MultiSend.sol",
      "@safe-global/safe-contracts/contracts/proxies/SafeProxy.sol",
      "@safe-global/safe-contracts/contracts/proxies/SafeProxyFactory.sol",
      "openzeppelin-4/proxy/ERC1967/ERC1967Proxy.sol",
      "openzeppelin-4/proxy/beacon/BeaconProxy.sol",
      "openzeppelin-4/proxy/transparent/TransparentUpgradeableProxy.sol",
      "solady/src/utils/ERC1967Factory.sol",
      "solady/src/utils/UpgradeableBeacon.sol",
    ],
  },
  networks: {
    localhost: { type: "http", chainType: "l1", url: process.env.RPC_URL ?? "http://127.0.0.1:8545" },
  },
  verifyContract: JSON.parse(process.env.TEST_VERIFY_CONTRACT ?? "{}"),
};
