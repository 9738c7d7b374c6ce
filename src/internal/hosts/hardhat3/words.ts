import type { HostWords } from "../../errors/host-words.ts";

/** Hardhat's name of the network that it uses where none is chosen. */
export const DEFAULT_NETWORK = "default";

const BUILD = "npx hardhat build";

/** How people call this in Hardhat 3. */
export const HARDHAT_WORDS: HostWords = {
  command: (subcommand) =>
    ["npx hardhat verify-contract", ...(subcommand === undefined ? [] : [subcommand])].join(" "),
  build: BUILD,
  rebuild: `${BUILD} --force`,
  node: "npx hardhat node",
  toolOptions: ["--config"],
  defaultNetwork: DEFAULT_NETWORK,
  configFile: "hardhat.config.ts",
  configuration: "the Hardhat configuration",
  runtime: "hre",
  connection: "a network connection, as hre.network.create() resolves to",
};
