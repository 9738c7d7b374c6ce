import type { HostWords } from "../errors/host-words.ts";

/** What versions of Hardhat call differently. */
interface OwnWords extends Pick<HostWords, "build" | "configFile" | "connection" | "defaultNetwork"> {
  /** Between the task and a sub-command. */
  readonly separator: " " | ":";
  /** What it means that the command line names no network and the chain has no contract. */
  readonly forgotten: string;
}

/** How people call this in a project of Hardhat. */
export function hardhatWords({ separator, forgotten, ...own }: OwnWords): HostWords {
  const { build, configFile } = own;
  return {
    ...own,
    command: (subcommand) =>
      ["npx hardhat verify-contract", ...(subcommand === undefined ? [] : [subcommand])].join(separator),
    rebuild: `${build} --force`,
    node: "npx hardhat node",
    getCompiler: (version) => `add ${version} to "solidity" in the Hardhat configuration, then: ${build}`,
    toolOptions: ["--config"],
    network: {
      flag: "--network",
      local: "localhost",
      unnamed: (chainId) => `<network of chain ${chainId}>`,
      forgotten,
      otherChain: "the url or the chainId of the network is another network's",
      correct: (name) => `correct networks.${name} in ${configFile}`,
      checkUrl: `check the url of the network in ${configFile}, then run the command again`,
      nameChain: (name) => `set networks.${name}.chainId in ${configFile}: then the node is not asked`,
    },
    configuration: "the Hardhat configuration",
    configKey: "verifyContract",
    hardhatConfig: configFile,
    runtime: "hre",
  };
}

/** The likely cause where a command ran on Hardhat's own chain. */
export const ON_OWN_CHAIN =
  "--network was forgotten: this is Hardhat's own chain inside this process, which is empty";
