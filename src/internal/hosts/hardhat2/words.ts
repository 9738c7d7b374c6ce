import path from "node:path";
import type { HostWords } from "../../errors/host-words.ts";
import type { Runtime } from "./runtime.ts";

/** Hardhat's own chain in its process. */
const IN_PROCESS = "hardhat";
const BUILD = "npx hardhat compile";

/** How people call this in a project of Hardhat 2. */
export function hardhat2Words({
  config: { paths, defaultNetwork },
  hardhatArguments,
}: Pick<Runtime, "config" | "hardhatArguments">): HostWords {
  const configFile = path.basename(paths.configFile);
  return {
    command: (subcommand) =>
      ["npx hardhat verify-contract", ...(subcommand === undefined ? [] : [subcommand])].join(":"),
    build: BUILD,
    rebuild: `${BUILD} --force`,
    node: "npx hardhat node",
    getCompiler: (version) => `add ${version} to "solidity" in the Hardhat configuration, then: ${BUILD}`,
    toolOptions: ["--config"],
    // A network that was named is not forgotten, also where it is the default.
    defaultNetwork: hardhatArguments.network === undefined ? defaultNetwork : undefined,
    network: {
      flag: "--network",
      local: "localhost",
      unnamed: (chainId) => `<network of chain ${chainId}>`,
      forgotten:
        defaultNetwork === IN_PROCESS
          ? "--network was forgotten: this is Hardhat's own chain inside this process, which is empty"
          : `another network is meant: without --network it is ${defaultNetwork}, the default of ${configFile}`,
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
    connection: "a network with an EIP-1193 provider, such as hre.network",
  };
}
