import "./type-extensions.ts";
import { EventEmitter } from "node:events";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { HardhatConfig, HttpNetworkConfig } from "hardhat/types/config";
import type { HookManager } from "hardhat/types/hooks";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { EthereumProvider, JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";
import { isInside } from "../../builds/project/folders-around.ts";
import {
  HARDHAT_CONFIG,
  type ProjectPaths,
  resolveProjectPaths,
} from "../../builds/project/project-paths.ts";
import { formatPath } from "../../builds/read-candidates.ts";
import type { NodeRequest } from "../../chain/chain-port.ts";
import { type RpcChain, rpcChain } from "../../chain/rpc-chain.ts";
import { loadCommand } from "../../commands/command-runs.ts";
import type {
  ConfiguredNetwork,
  ExplorerAccess,
  Host,
  NodeOptions,
  OpenNetwork,
} from "../../commands/host.ts";
import { createNodeClient, createUrlOpener, wrapProvider } from "../../commands/node-client.ts";
import { runCommand } from "../../commands/run-command.ts";
import type { Explorer } from "../../domain/explorer.ts";
import type { Command } from "../../domain/options.ts";
import { isWebUrl } from "../../domain/web-url.ts";
import type { HostWords } from "../../errors/host-words.ts";
import { configure } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { waitOrAbandon } from "../../services/http/limited-signal.ts";
import { type RpcClient, readResult } from "../../services/rpc/rpc-client.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import { cleanText } from "../../text/clean-text.ts";
import { messageOf } from "../../text/file-reason.ts";
import { asObject } from "../../text/is-object.ts";
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

export function createHardhatHost(hre: HardhatRuntimeEnvironment): Host {
  const { config, globalOptions } = hre;
  const { paths } = config;
  const { userConfig, resolveConfigurationVariable: resolve } = config.verifyContract;
  const name = globalOptions.network ?? DEFAULT_NETWORK;
  const network = config.networks[name];
  return {
    projectPaths: () => resolvePaths(hre),
    cacheFolder: path.join(paths.cache, "verify-contract"),
    userCacheFolder: getUserCacheFolder(),
    userConfig,
    readSecret: (value) => resolve(value as Parameters<typeof resolve>[0]).get(),
    network: { name, chainId: network?.chainId },
    openNetwork: async (connection, options) =>
      openNetwork(hre, name, (connection as NetworkConnection) ?? (await connect(hre, name)), options),
    networks: async () => listConfiguredNetworks(hre),
    openUrl: createUrlOpener(process.env),
    explorer: (chainId) => findExplorer(hre, chainId),
    explorerAccess: async (explorer, chainId) => findExplorerAccess(hre, explorer, chainId),
    compilers: () => addInstalledCompilers(listConfiguredCompilers(config.solidity), paths.root),
    nodeUrl: async () => {
      if (network?.type !== "http")
        throw noNodeUrl(name, network?.type ?? "the network doesn't exist", "of type http");
      return requireWebUrl(name, await network.url.getUrl());
    },
    globals: listHardhatGlobals(globalOptions.network, getConfigOption(globalOptions.config)),
    words: createHardhat3Words(globalOptions.config || paths.config),
    notes: () => listNotes(hre),
    explains: (error) => error instanceof Error && error.name === "HardhatError",
    ownsProcess: () => isOwnCommandLine(process.argv),
  };
}

/** Compilers of other types may expect different input and produce different code. */
export function listConfiguredCompilers(solidity: HardhatConfig["solidity"]): readonly LocalCompiler[] {
  return Object.values(solidity.profiles)
    .flatMap(({ compilers, overrides }) => [...compilers, ...Object.values(overrides)])
    .flatMap(({ type = "solc", path: file, version }) =>
      file === undefined || type !== "solc" ? [] : [{ path: path.resolve(file), version }],
    );
}

function findExplorer({ config }: HardhatRuntimeEnvironment, chainId: number): Explorer | undefined {
  const { etherscan, blockscout } = config.chainDescriptors?.get(BigInt(chainId))?.blockExplorers ?? {};
  const found = etherscan ?? blockscout;
  if (found === undefined || !isWebUrl(found.url)) return undefined;
  return { name: found.name ?? (found === etherscan ? "Etherscan" : "Blockscout"), url: found.url };
}

function findExplorerAccess(
  { config }: HardhatRuntimeEnvironment,
  explorer: string,
  chainId: number,
): ExplorerAccess | undefined {
  if (!hasKeyInHardhat(explorer)) return undefined;
  const { url, apiUrl } = config.chainDescriptors?.get(BigInt(chainId))?.blockExplorers?.[explorer] ?? {};
  const { apiKey } = asObject(asObject(Reflect.get(config, "verify"))[explorer]);
  const getKey = () => (typeof apiKey === "object" ? (apiKey as { get(): unknown }).get() : apiKey);
  return createExplorerAccess(apiUrl, url, getKey);
}

async function openNetwork(
  hre: HardhatRuntimeEnvironment,
  name: string,
  given: AnyConnection,
  options: NodeOptions,
): Promise<OpenNetwork> {
  const connection = completeConnection(given, name);
  const { networkConfig: config } = connection;
  const http = config.type === "http" ? config : undefined;
  options.secrets?.addHeaders(http?.httpHeaders ?? {});
  // If the URL can't be read, the first request reports it.
  options.secrets?.addNodeUrl((await http?.url.getUrl().catch(() => "")) ?? "");
  return {
    chain: toChain(connection, hre.hooks, options),
    configuredChainId: config.chainId,
    nodeUrl: async () => http?.url.getUrl(),
  };
}

/** A program may pass just a provider, and a plugin may replace a connection with an object that has fewer properties. */
function completeConnection(given: Pick<AnyConnection, "provider"> & Partial<AnyConnection>, name: string) {
  const { networkName = name, networkConfig = {}, provider } = given;
  const isComplete = given.networkName !== undefined && given.networkConfig !== undefined;
  return (isComplete ? given : { networkName, networkConfig, provider }) as AnyConnection;
}

/**
 * Postpones opening Hardhat's own connection, because the first one loads a simulator, which takes half as long as a
 * verification. Plugin hooks still apply.
 */
export async function connect(
  { config, hooks, network }: HardhatRuntimeEnvironment,
  networkName: string,
): Promise<AnyConnection> {
  const open = () => network.getOrCreate(networkName);
  const networkConfig = config.networks[networkName];
  if (networkConfig?.type !== "http") return open();
  const url = await networkConfig.url.getUrl().catch(() => undefined);
  // Hardhat reports a missing variable.
  if (url === undefined) return open();
  requireWebUrl(networkName, url);
  const { chainType = config.defaultChainType } = networkConfig;
  const provider = new LaterProvider(async () => (await open()).provider);
  const connection = { id: -1, networkName, networkConfig, chainType, provider, close: provider.close };
  // Plugins may add the missing properties.
  const own = connection as unknown as AnyConnection;
  return hooks.runHandlerChain("network", "newConnection", [], async () => own);
}

type AnyConnection = NetworkConnection<string>;

/** Hardhat's provider for a network, created on the first request. Only plugin hooks send requests through it. */
class LaterProvider extends EventEmitter implements EthereumProvider {
  readonly #open: () => Promise<EthereumProvider>;

  constructor(open: () => Promise<EthereumProvider>) {
    super();
    this.#open = open;
  }

  readonly request: EthereumProvider["request"] = async (asked) => (await this.#open()).request(asked);

  readonly send: EthereumProvider["send"] = async (...asked) => (await this.#open()).send(...asked);

  readonly sendAsync: EthereumProvider["sendAsync"] = (...asked) => {
    void this.#open().then((provider) => provider.sendAsync(...asked));
  };

  readonly close = async (): Promise<void> => {};
}

const TASK = /^verify-contract$/;

export function isOwnCommandLine(argv: readonly string[]): boolean {
  return isStartedFor(TASK, (file) => file === findHardhatCli(), argv);
}

function findHardhatCli(): string {
  const hardhat = createRequire(import.meta.url).resolve("hardhat/package.json");
  return realpathSync(path.join(path.dirname(hardhat), "dist", "src", "cli.js"));
}

export function resolvePaths({ config, userConfig }: HardhatRuntimeEnvironment): Promise<ProjectPaths> {
  const { root, artifacts, sources } = config.paths;
  const ignition = findFolder("ignition", root, config.paths, userConfig.paths);
  return resolveProjectPaths({ root, artifacts, sources: sources.solidity, ignition });
}

export function listNotes({
  userConfig,
  globalOptions: { buildProfile },
}: Pick<HardhatRuntimeEnvironment, "userConfig" | "globalOptions">): readonly string[] {
  const profile = `--build-profile isn't needed: the code on chain identifies the build. The profile must be compiled: ${HARDHAT_WORDS.build} --build-profile ${buildProfile}`;
  return [...listMistypedKeys(userConfig), ...(buildProfile === undefined ? [] : [profile])];
}

/** Undefined for a configuration that Hardhat finds automatically, in the working directory or one of its parents. */
function getConfigOption(config: string | undefined): string | undefined {
  if (config === undefined) return undefined;
  const file = path.resolve(config);
  const { dir, base } = path.parse(file);
  const folder = process.cwd();
  if (HARDHAT_CONFIG.test(base) && isInside(dir, folder)) return undefined;
  return isInside(folder, file) ? formatPath(file, folder) : config;
}

function listConfiguredNetworks(hre: HardhatRuntimeEnvironment): readonly ConfiguredNetwork[] {
  return Object.entries(hre.config.networks).map(([name, network]) => ({
    name,
    chainId: network.chainId,
    isForDevelopment: network.type !== "http" || (name === LOCALHOST && network.chainId === undefined),
    open: async (options) => {
      if (network.type === "http") await requireUrl(name, network);
      return openNetwork(hre, name, await connect(hre, name), options);
    },
  }));
}

async function requireUrl(name: string, { url }: HttpNetworkConfig): Promise<void> {
  await url.getUrl().catch((cause: unknown) => {
    throw new VerifyContractError("VC113", {
      facts: [
        ["Key", `networks.${name}.url`],
        ["Reason", cleanText(messageOf(cause), 300)],
      ],
      next: configure("set the variable, or correct the URL,"),
      cause,
    });
  });
}

/** Hardhat's name for the network it uses if the user selects none. */
const DEFAULT_NETWORK = "default";

const CONFIG_FILE = "hardhat.config.ts";

function createHardhat3Words(config: string = CONFIG_FILE): HostWords {
  return createHardhatWords({
    separator: " ",
    build: "npx hardhat build",
    configFile: path.basename(config),
    defaultNetwork: DEFAULT_NETWORK,
    forgotten: ON_OWN_CHAIN,
    connection: "a network connection, such as the result of hre.network.create()",
  });
}

/** The words for a configuration file with the default name. */
export const HARDHAT_WORDS = createHardhat3Words();

export async function runTask(command: Command, args: object, hre: HardhatRuntimeEnvironment): Promise<void> {
  const run = await loadCommand(command);
  const host = createHardhatHost(hre);
  return runCommand(host, (screens, signal) => run(args, host, screens, signal));
}

/**
 * Hardhat's client reads responses of any size, can't be aborted and ignores rate limits. A plugin's provider is kept.
 */
export function toChain(connection: AnyConnection, hooks: HookManager, options: NodeOptions = {}): RpcChain {
  const { networkConfig, networkName, provider } = connection;
  const isOurs =
    networkConfig.type === "http" &&
    (provider instanceof LaterProvider || isUnchangedProvider(provider, "HttpProvider"));
  return rpcChain(
    networkName,
    isOurs ? createHttpRequest(connection, networkConfig, hooks, options) : wrapProvider(provider),
  );
}

/** Hardhat's default network `timeout` in milliseconds. It was chosen for transactions and is too long for reads. */
const TIMEOUT_OF_HARDHAT_MS = 300_000;

/** Each request passes through all plugins' `onRequest` hooks, whose own requests go through Hardhat's provider. */
function createHttpRequest(
  connection: AnyConnection,
  config: HttpNetworkConfig,
  hooks: HookManager,
  options: NodeOptions,
): NodeRequest {
  const open = async (): Promise<RpcClient> => {
    const { url, httpHeaders: headers, timeout } = config;
    const timeoutMs = timeout === TIMEOUT_OF_HARDHAT_MS ? undefined : timeout;
    return createNodeClient({ url: await url.getUrl(), headers, timeoutMs }, options);
  };
  let opened: Promise<RpcClient> | undefined;
  let lastId = 0;
  return async (method, params, signal) => {
    opened ??= open();
    const client = await opened;
    const request = { jsonrpc: "2.0" as const, id: ++lastId, method, params: [...params] };
    const send = async (_: unknown, __: unknown, last: JsonRpcRequest) =>
      (await client.send(last, signal)) as JsonRpcResponse;
    const answer = hooks.runHandlerChain("network", "onRequest", [connection, request], send);
    return readResult(await waitOrAbandon(answer, signal));
  };
}
