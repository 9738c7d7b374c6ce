require("hardhat-deploy");
const { subtask } = require("hardhat/config");
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require("hardhat/builtin-tasks/task-names");

// Uses the solc package, so nothing is downloaded.
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  version: "0.8.28",
  longVersion: "0.8.28+commit.7893614a",
  compilerPath: require.resolve("solc/soljson.js"),
  isSolcJs: true,
}));

module.exports = {
  solidity: { version: "0.8.28", settings: { optimizer: { enabled: true, runs: 200 } } },
  networks: { development: { url: process.env.CHAIN_URL, saveDeployments: true } },
  namedAccounts: { deployer: 0 },
};
