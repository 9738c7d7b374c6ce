import type { HostWords } from "../../errors/host-words.ts";

/** Hardhat's name of the network that it uses where none is chosen. */
export const DEFAULT_NETWORK = "default";

const CONFIG_FILE = "hardhat.config.ts";
const BUILD = "npx hardhat build";

/** How people call this in Hardhat 3. */
export const HARDHAT_WORDS: HostWords = {
  command: (subcommand) =>
    ["npx hardhat verify-contract", ...(subcommand === undefined ? [] : [subcommand])].join(" "),
  build: BUILD,
  rebuild: `${BUILD} --force`,
  node: "npx hardhat node",
  getCompiler: (version) => `add ${version} to "solidity" in the Hardhat configuration, then: ${BUILD}`,
  toolOptions: ["--config"],
  defaultNetwork: DEFAULT_NETWORK,
  network: {
    flag: "--network",
    local: "localhost",
    forgotten: "--network was forgotten: this is Hardhat's own chain inside this process, which is empty",
    correct: (name) => `correct networks.${name} in ${CONFIG_FILE}`,
    checkUrl: `check the url of the network in ${CONFIG_FILE}, then run the command again`,
    nameChain: (name) => `set networks.${name}.chainId in ${CONFIG_FILE}: then the node is not asked`,
  },
  configFile: CONFIG_FILE,
  configuration: "the Hardhat configuration",
  configKey: "verifyContract",
  hardhatConfig: CONFIG_FILE,
  runtime: "hre",
  connection: "a network connection, as hre.network.create() resolves to",
};
