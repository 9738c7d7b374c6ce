import { messageOf } from "../../text/file-reason.ts";
import "./type-extensions.ts";
import "./type-extensions.ts";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { HardhatConfig, HttpNetworkConfig, NetworkConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { type ProjectPaths, projectPathsOf } from "../../builds/project/project-paths.ts";
import type { ConfiguredNetwork, Host, NodeOptions, OpenNetwork, ReadSecret } from "../../commands/host.ts";
import { urlOpener } from "../../commands/node-client.ts";
import type { Explorer } from "../../domain/explorer.ts";
import { isWebUrl } from "../../domain/web-url.ts";
import type { HostWords } from "../../errors/host-words.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import { cleanText } from "../../text/clean-text.ts";
import { compilersWith } from "../compilers.ts";
import {
  folderOf,
  hardhatGlobals,
  hardhatWords,
  isStartedFor,
  LOCALHOST,
  mistypedKeyNotes,
  noNodeUrl,
  ON_OWN_CHAIN,
} from "../hardhat.ts";
import { chainOf } from "./provider-chain.ts";

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
    compilers: () => compilersWith(configuredCompilers(config.solidity), paths.root),
    nodeUrl: () => nodeUrl(name, network),
    globals: hardhatGlobals(globalOptions.network, configOption(globalOptions.config)),
    words: hardhat3Words(globalOptions.config || paths.config),
    notes: () => notesOf(hre),
    explains: (error) => error instanceof Error && error.name === "HardhatError",
    ownsProcess: () => isOwnCommandLine(process.argv),
  };
}

/** Of a compiler of another type it is not known how it takes its input, nor whether it gives the same code. */
export function configuredCompilers(solidity: HardhatConfig["solidity"]): readonly LocalCompiler[] {
  return Object.values(solidity.profiles)
    .flatMap(({ compilers, overrides }) => [...compilers, ...Object.values(overrides)])
    .flatMap(({ type = "solc", path: file, version }) =>
      file === undefined || type !== "solc" ? [] : [{ path: path.resolve(file), version }],
    );
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

/** Reads configuration variables as Hardhat does: from the environment, or a keystore. */
function secretReader({ config }: Pick<HardhatRuntimeEnvironment, "config">): ReadSecret {
  const { resolveConfigurationVariable } = config.verifyContract;
  return (value) =>
    resolveConfigurationVariable(value as Parameters<typeof resolveConfigurationVariable>[0]).get();
}

const TASK = /^verify-contract$/;

/** Whether a process with these arguments is Hardhat's command line, started for this task. */
export function isOwnCommandLine(argv: readonly string[]): boolean {
  return isStartedFor(TASK, (file) => file === cliOfHardhat(), argv);
}

function cliOfHardhat(): string {
  const hardhat = createRequire(import.meta.url).resolve("hardhat/package.json");
  return realpathSync(path.join(path.dirname(hardhat), "dist", "src", "cli.js"));
}

export function projectPaths({ config, userConfig }: HardhatRuntimeEnvironment): Promise<ProjectPaths> {
  const { root, artifacts, sources } = config.paths;
  const ignition = folderOf("ignition", root, config.paths, userConfig.paths);
  return projectPathsOf({ root, artifacts, sources: sources.solidity, ignition });
}

/** Sentences about a configuration and options of Hardhat that do not do what the user may expect. */
export function notesOf({
  userConfig,
  globalOptions,
}: Pick<HardhatRuntimeEnvironment, "userConfig" | "globalOptions">): readonly string[] {
  return [...mistypedKeyNotes(userConfig), ...profileNotes(globalOptions.buildProfile)];
}

/** It is an option of Hardhat itself, which every task takes. */
function profileNotes(buildProfile: string | undefined): readonly string[] {
  return buildProfile === undefined
    ? []
    : [
        `--build-profile is not needed: the build is found by the code on chain. It has to be compiled: ${HARDHAT_WORDS.build} --build-profile ${buildProfile}`,
      ];
}

/**
 * The URL of the node behind a Hardhat network.
 * @throws VerifyContractError VC903 for a network that has none: the chain inside this process is gone with it.
 */
async function nodeUrl(networkName: string, network: NetworkConfig | undefined): Promise<string> {
  if (network?.type === "http") return network.url.getUrl();
  throw noNodeUrl(networkName, network?.type ?? "there is no such network", "of type http");
}

const HARDHAT_CONFIG = /^hardhat\.config\.[cm]?[jt]s$/;

/** Undefined for a configuration that Hardhat finds by itself, in the working directory or above. */
function configOption(config: string | undefined): string | undefined {
  if (config === undefined) return undefined;
  const { dir, base } = path.parse(path.resolve(config));
  const way = path.relative(dir, process.cwd());
  if (HARDHAT_CONFIG.test(base) && way.split(path.sep)[0] !== ".." && !path.isAbsolute(way)) return undefined;
  const relative = path.relative(process.cwd(), path.resolve(config));
  return relative.split(path.sep)[0] === ".." ? config : relative.split(path.sep).join("/");
}

type Open = (connection: NetworkConnection, options: NodeOptions) => Promise<OpenNetwork>;

function configuredNetworks(
  { config, network: manager }: HardhatRuntimeEnvironment,
  open: Open,
): readonly ConfiguredNetwork[] {
  return Object.entries(config.networks).map(([name, network]) => ({
    name,
    chainId: network.chainId,
    isForDevelopment: network.type !== "http" || (name === LOCALHOST && network.chainId === undefined),
    open: async (options) => {
      if (network.type === "http") await requireUrl(name, network);
      return open(await manager.getOrCreate(name), options);
    },
  }));
}

/** @throws VerifyContractError VC113 */
async function requireUrl(name: string, { url }: HttpNetworkConfig): Promise<void> {
  await url.getUrl().catch((cause: unknown) => {
    throw new VerifyContractError("VC113", {
      facts: [
        ["Key", `networks.${name}.url`],
        ["Reason", cleanText(messageOf(cause), 300)],
      ],
      cause,
    });
  });
}

/** Hardhat's name of the network that it uses where none is chosen. */
const DEFAULT_NETWORK = "default";

const CONFIG_FILE = "hardhat.config.ts";

/**
 * How people call this in Hardhat 3.
 *
 * @param config Path of the configuration file, where it is known.
 */
function hardhat3Words(config: string = CONFIG_FILE): HostWords {
  return hardhatWords({
    separator: " ",
    build: "npx hardhat build",
    configFile: path.basename(config),
    defaultNetwork: DEFAULT_NETWORK,
    forgotten: ON_OWN_CHAIN,
    connection: "a network connection, as hre.network.create() resolves to",
  });
}

/** In a project whose configuration has its usual name. */
export const HARDHAT_WORDS = hardhat3Words();
