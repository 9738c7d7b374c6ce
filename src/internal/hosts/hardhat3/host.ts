import path from "node:path";
import type { HttpNetworkConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

import "./type-extensions.ts";

import type { Host, NodeOptions, OpenNetwork } from "../../commands/host.ts";
import { urlOpener } from "../../commands/open-url.ts";
import type { Explorer } from "../../domain/explorer.ts";
import { isWebUrl } from "../../domain/web-url.ts";
import { configuredNetworks } from "./configured-networks.ts";
import { globalsOf } from "./globals.ts";
import { nodeUrl } from "./node-url.ts";
import { notesOf } from "./notes.ts";
import { isOwnCommandLine } from "./own-command-line.ts";
import { projectCompilers } from "./project-compilers.ts";
import { projectPaths } from "./project-paths.ts";
import { chainOf } from "./provider-chain.ts";
import { secretReader } from "./read-secret.ts";
import { DEFAULT_NETWORK, hardhatWords } from "./words.ts";

/** What the commands need of a Hardhat runtime. */
export function hardhatHost(hre: HardhatRuntimeEnvironment): Host {
  const { config, globalOptions } = hre;
  const { paths } = config;
  const name = globalOptions.network ?? DEFAULT_NETWORK;
  const network = config.networks[name];
  return {
    projectPaths: () => projectPaths(hre),
    cacheFolder: path.join(paths.cache, "verify-contract"),
    userConfig: config.verifyContract.userConfig,
    readSecret: secretReader(hre),
    network: { name, chainId: network?.chainId },
    openNetwork: (connection, options) => openNetwork(hre, connection as NetworkConnection, options),
    networks: async () =>
      configuredNetworks(hre, (connection, options) => openNetwork(hre, connection, options)),
    openUrl: urlOpener(process.env),
    explorer: (chainId) => explorerOf(hre, chainId),
    compilers: () => projectCompilers(config),
    nodeUrl: () => nodeUrl(name, network),
    globals: globalsOf(globalOptions),
    words: hardhatWords(globalOptions.config || paths.config),
    notes: () => notesOf(hre),
    explains: (error) => error instanceof Error && error.name === "HardhatError",
    ownsProcess: () => isOwnCommandLine(process.argv),
  };
}

/** Of `chainDescriptors`, in which Hardhat has the known chains. */
function explorerOf({ config }: HardhatRuntimeEnvironment, chainId: number): Explorer | undefined {
  const { etherscan, blockscout } = config.chainDescriptors?.get(BigInt(chainId))?.blockExplorers ?? {};
  const found = etherscan ?? blockscout;
  if (found === undefined || !isWebUrl(found.url)) return undefined;
  return { name: found.name ?? (found === etherscan ? "Etherscan" : "Blockscout"), url: found.url };
}

async function openNetwork(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection | undefined,
  options: NodeOptions,
): Promise<OpenNetwork> {
  const opened = connection ?? (await hre.network.getOrCreate());
  const { networkConfig } = opened;
  if (networkConfig.type === "http") await learnSecrets(networkConfig, options);
  return {
    chain: chainOf(opened, hre.hooks, options),
    configuredChainId: networkConfig.chainId,
    nodeUrl: async () => (networkConfig.type === "http" ? networkConfig.url.getUrl() : undefined),
  };
}

/** A URL that can't be read is an error of the first request. */
async function learnSecrets(
  { url, httpHeaders }: HttpNetworkConfig,
  { secrets }: NodeOptions,
): Promise<void> {
  if (secrets === undefined) return;
  secrets.addHeaders(httpHeaders ?? {});
  secrets.addNodeUrl(await url.getUrl().catch(() => ""));
}
