import path from "node:path";
import * as z from "zod";
import { resolveProjectPaths } from "../../builds/project/project-paths.ts";
import { rpcChain } from "../../chain/rpc-chain.ts";
import type {
  ConfiguredNetwork,
  ExplorerAccess,
  Host,
  NodeOptions,
  OpenNetwork,
  ReadSecret,
} from "../../commands/host.ts";
import { createUrlOpener, openNode, type Provider, wrapProvider } from "../../commands/node-client.ts";
import type { Explorer } from "../../domain/explorer.ts";
import { isWebUrl } from "../../domain/web-url.ts";
import type { HostWords } from "../../errors/host-words.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import { asObject, isObject, type Json, listObjects } from "../../text/is-object.ts";
import { addInstalledCompilers, getUserCacheFolder } from "../compilers.ts";
import {
  createExplorerAccess,
  createHardhatWords,
  findFolder,
  hasKeyInHardhat,
  isStartedFor,
  isUnchangedProvider,
  LOCALHOST,
  listHardhatGlobals,
  listMistypedKeys,
  noNodeUrl,
  ON_OWN_CHAIN,
  requireWebUrl,
} from "../hardhat.ts";
import { getHardhat2Context } from "./hardhat-module.ts";
import type { Network, NetworkConfig, RunSuper, Runtime, TaskDefinition, Values } from "./runtime.ts";

/** The value of Hardhat's TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD. */
const GET_BUILD = "compile:solidity:solc:get-build";

const solcBuild = z.object({ compilerPath: z.string(), longVersion: z.string() });

/** The project may override Hardhat's subtask. Hardhat's own action is never run, because it downloads compilers. */
export async function findOverridingCompilers(hre: Runtime): Promise<readonly LocalCompiler[]> {
  const { compilers, overrides } = hre.config.solidity;
  const versions = new Set([...compilers, ...Object.values(overrides)].map(({ version }) => version));
  const found: LocalCompiler[] = [];
  for (const solcVersion of versions) {
    const build = await runOverrides(hre.tasks[GET_BUILD], { quiet: true, solcVersion }, hre).catch(() => {});
    const { data } = solcBuild.safeParse(build);
    if (data !== undefined) found.push({ path: data.compilerPath, version: data.longVersion });
  }
  return found;
}

async function runOverrides(task: TaskDefinition | undefined, args: Values, hre: Runtime): Promise<unknown> {
  const parent = task?.parentTaskDefinition;
  if (task === undefined || parent === undefined) throw new Error("this is Hardhat's own action");
  const runSuper: RunSuper = Object.assign((others = args) => runOverrides(parent, others, hre), {
    isDefined: true,
  });
  return task.action(args, hre, runSuper);
}

const IN_PROCESS = "hardhat";

function createHardhat2Words({
  config: { paths, defaultNetwork },
  hardhatArguments,
}: Pick<Runtime, "config" | "hardhatArguments">): HostWords {
  const configFile = path.basename(paths.configFile);
  return createHardhatWords({
    separator: ":",
    build: "npx hardhat compile",
    configFile,
    // No hint about a forgotten network if the user selected one explicitly, even the default network.
    defaultNetwork: hardhatArguments.network === undefined ? defaultNetwork : undefined,
    forgotten:
      defaultNetwork === IN_PROCESS
        ? ON_OWN_CHAIN
        : `did you mean another network? Without --network, it is ${defaultNetwork}, the default in ${configFile}`,
    connection: "a network with an EIP-1193 provider, such as hre.network",
  });
}

/** Only the network selected in Hardhat has a provider; the others are opened by URL. */
export function listConfiguredNetworks(
  networks: Readonly<Record<string, NetworkConfig>>,
): readonly ConfiguredNetwork[] {
  return Object.entries(networks).map(([name, config]) => ({
    name,
    chainId: config.chainId,
    isForDevelopment: config.url === undefined || (name === LOCALHOST && config.chainId === undefined),
    open: async (options) => openByUrl(name, config, options),
  }));
}

const TASK = /^verify-contract(:|$)/;
/** The file in Hardhat 2's package that `npx hardhat` starts. */
const COMMAND = path.join("hardhat", "internal", "cli", "bootstrap.js");

export function isOwnCommandLine(argv: readonly string[]): boolean {
  return isStartedFor(TASK, (file) => file.endsWith(path.sep + COMMAND), argv);
}

const HARDHAT_ERRORS: ReadonlySet<string> = new Set(["HardhatError", "HardhatPluginError"]);

export function createHardhat2Host(hre: Runtime): Host {
  const { config, network, userConfig, hardhatArguments } = hre;
  const { paths } = config;
  const places = [paths.root, paths, Reflect.get(userConfig, "paths")] as const;
  return {
    projectPaths: () =>
      resolveProjectPaths({
        root: paths.root,
        artifacts: paths.artifacts,
        sources: [paths.sources],
        ignition: findFolder("ignition", ...places),
        hardhatDeploy: findFolder("deployments", ...places),
      }),
    cacheFolder: path.join(paths.cache, "verify-contract"),
    userCacheFolder: getUserCacheFolder(),
    userConfig: config.verifyContract,
    readSecret,
    network: { name: network.name, chainId: network.config.chainId },
    openNetwork: async (connection, options) =>
      openNetwork(connection === undefined ? network : getNetwork(connection, network), options),
    networks: async () => listConfiguredNetworks(config.networks),
    openUrl: createUrlOpener(process.env),
    explorer: (chainId) => findExplorer(config, chainId),
    explorerAccess: async (explorer, chainId) => findExplorerAccess(hre, explorer, chainId),
    compilers: async () => addInstalledCompilers(await findOverridingCompilers(hre), paths.root),
    nodeUrl: async () => {
      const { url } = network.config;
      if (url === undefined) throw noNodeUrl(network.name, "it has no url", "with a url");
      return requireWebUrl(network.name, url);
    },
    globals: listHardhatGlobals(hardhatArguments.network, hardhatArguments.config),
    words: createHardhat2Words(hre),
    notes: () => listMistypedKeys(userConfig),
    explains: (error) => error instanceof Error && HARDHAT_ERRORS.has(error.name),
    ownsProcess: () => isOwnCommandLine(process.argv),
  };
}

/** The connection that a program passed, which may be a bare provider. */
function getNetwork(connection: unknown, { name }: Network): Network {
  return { name, config: {}, ...(connection as Pick<Network, "provider">) };
}

/** In Hardhat 2, configuration variables are replaced with strings while the configuration is loaded. */
const readSecret: ReadSecret = async (value) => {
  if (typeof value === "string") return value;
  throw new Error(`in Hardhat 2 a variable is a string: vars.get("${value.name}")`);
};

/**
 * Reads hardhat-verify's `customChains`. Entries in an unexpected format are ignored, because hardhat-verify itself
 * validates them.
 */
export function findExplorer(
  { etherscan, blockscout }: Runtime["config"],
  chainId: number,
): Explorer | undefined {
  for (const [name, own] of [
    ["Etherscan", etherscan],
    ["Blockscout", blockscout],
  ] as const) {
    const { browserURL } = asObject(findCustomChain(own, chainId).urls);
    if (isWebUrl(browserURL)) return { name, url: browserURL };
  }
  return undefined;
}

function findCustomChain(own: unknown, chainId: number): Json {
  return asObject(listObjects(asObject(own).customChains).find((each) => each.chainId === chainId));
}

/** hardhat-verify 2 has a single key, or one key per network name that applies only to that network's chain. */
export function findExplorerAccess(
  { config, network }: Pick<Runtime, "config" | "network">,
  explorer: string,
  chainId: number,
): ExplorerAccess | undefined {
  if (!hasKeyInHardhat(explorer)) return undefined;
  const { [explorer]: own } = config;
  const chain = findCustomChain(own, chainId);
  const { apiURL, browserURL } = asObject(chain.urls);
  const { apiKey } = asObject(own);
  return createExplorerAccess(apiURL, browserURL, async () => {
    if (!isObject(apiKey)) return apiKey;
    const networkKey = apiKey[network.name];
    return (
      apiKey[String(chain.network)] ||
      (networkKey && (await readChainId(network)) === chainId ? networkKey : undefined)
    );
  });
}

/** Many configurations don't contain the chain id. Undefined if the node doesn't answer. */
async function readChainId({ config, provider }: Network): Promise<number | undefined> {
  if (config.chainId !== undefined) return config.chainId;
  const answer = await provider.request({ method: "eth_chainId", params: [] }).catch(() => undefined);
  return answer === undefined ? undefined : Number(answer);
}

/** Hardhat's default network `timeout` in milliseconds. It was chosen for transactions and is too long for reads. */
const TIMEOUT_OF_HARDHAT_MS = 40_000;

/**
 * Hardhat's client reads responses of any size, can't be aborted and ignores rate limits. A plugin's provider is kept.
 */
export function openNetwork({ name, config, provider }: Network, options: NodeOptions): OpenNetwork {
  const { url, httpHeaders = {}, chainId } = config;
  if (url !== undefined && isHardhatProvider(provider)) return openByUrl(name, config, options);
  options.secrets?.addHeaders(httpHeaders);
  options.secrets?.addNodeUrl(url ?? "");
  const chain = rpcChain(name, wrapProvider(provider));
  return { chain, configuredChainId: chainId, nodeUrl: async () => url };
}

function openByUrl(
  name: string,
  { url, httpHeaders: headers, chainId, timeout }: NetworkConfig,
  options: NodeOptions,
): OpenNetwork {
  const timeoutMs = timeout === TIMEOUT_OF_HARDHAT_MS ? undefined : timeout;
  return openNode({ name, url: requireWebUrl(name, url), headers, timeoutMs, chainId }, options);
}

/** False once a plugin has called `extendProvider`, because Hardhat keeps the extenders only in its context. */
function isHardhatProvider(provider: Provider): boolean {
  const extenders: unknown = Reflect.get(getHardhat2Context() ?? {}, "providerExtenders");
  const isExtended = !Array.isArray(extenders) || extenders.length > 0;
  return !isExtended && isUnchangedProvider(provider, "LazyInitializationProviderAdapter");
}
