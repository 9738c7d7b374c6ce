import path from "node:path";
import type { HostWords } from "../../errors/host-words.ts";

/** Hardhat's name of the network that it uses where none is chosen. */
export const DEFAULT_NETWORK = "default";

const CONFIG_FILE = "hardhat.config.ts";
const BUILD = "npx hardhat build";

/**
 * How people call this in Hardhat 3.
 *
 * @param config Path of the configuration file, where it is known.
 */
export function hardhatWords(config?: string): HostWords {
  const configFile = config === undefined ? CONFIG_FILE : path.basename(config);
  return {
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
      unnamed: (chainId) => `<network of chain ${chainId}>`,
      forgotten: "--network was forgotten: this is Hardhat's own chain inside this process, which is empty",
      otherChain: "the url or the chainId of the network is another network's",
      correct: (name) => `correct networks.${name} in ${configFile}`,
      checkUrl: `check the url of the network in ${configFile}, then run the command again`,
      nameChain: (name) => `set networks.${name}.chainId in ${configFile}: then the node is not asked`,
    },
    configFile,
    configuration: "the Hardhat configuration",
    configKey: "verifyContract",
    hardhatConfig: configFile,
    runtime: "hre",
    connection: "a network connection, as hre.network.create() resolves to",
  };
}

/** In a project whose configuration has its usual name. */
export const HARDHAT_WORDS = hardhatWords();
