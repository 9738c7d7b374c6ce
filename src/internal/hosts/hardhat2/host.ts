import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import * as z from "zod";
import { projectPathsOf } from "../../builds/project/project-paths.ts";
import { rpcChain } from "../../chain/rpc-chain.ts";
import { mistypedKeyNotes } from "../../commands/config/mistyped-key.ts";
import type { ReadSecret } from "../../commands/config/resolve-service.ts";
import type { ConfiguredNetwork, Host } from "../../commands/host.ts";
import { nodeRequests } from "../../commands/node-client.ts";
import { urlOpener } from "../../commands/open-url.ts";
import type { Explorer } from "../../domain/explorer.ts";
import { isWebUrl } from "../../domain/web-url.ts";
import type { HostWords } from "../../errors/host-words.ts";
import type { CommandOption } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { distinctCompilers } from "../../solidity/compilers/distinct-compilers.ts";
import { downloadedCompilers } from "../../solidity/compilers/downloaded-compilers.ts";
import { installedCompiler } from "../../solidity/compilers/installed-compiler.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";
import { hardhatFolders, svmFolders } from "../../solidity/compilers/user-folders.ts";
import { isObject } from "../../text/is-object.ts";
import { hardhatWords, ON_OWN_CHAIN } from "../hardhat-words.ts";
import { nodeUrlOf, openNetwork, requestTimeoutOf } from "./open-network.ts";
import type { Network, NetworkConfig, RunSuper, Runtime, TaskDefinition } from "./runtime.ts";

/**
 * The compilers that a project has: those of its own override of Hardhat's subtask, those that Hardhat and svm
 * downloaded, and that of the package `solc` where it is installed, in this order.
 */
export async function projectCompilers(hre: Runtime): Promise<readonly LocalCompiler[]> {
  const user = { platform: process.platform, environment: process.env, home: homedir() };
  const lists = await Promise.all([
    overridingCompilers(hre),
    downloadedCompilers(hardhatFolders(user), svmFolders(user)),
    installedCompiler(hre.config.paths.root),
  ]);
  return distinctCompilers(lists.flat());
}

/** TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD */
const GET_BUILD = "compile:solidity:solc:get-build";

const solcBuild = z.object({ compilerPath: z.string(), longVersion: z.string() });

/**
 * The compilers that the project's own overrides of Hardhat's subtask give for the versions of the configuration. Hardhat's own action
 * is never run, because it downloads what is not there.
 */
export async function overridingCompilers(hre: Runtime): Promise<readonly LocalCompiler[]> {
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

/** @throws Error where Hardhat's own action would be run. */
async function runOverrides(
  task: TaskDefinition | undefined,
  args: Readonly<Record<string, unknown>>,
  hre: Runtime,
): Promise<unknown> {
  const parent = task?.parentTaskDefinition;
  if (task === undefined || parent === undefined) throw new Error("this is Hardhat's own action");
  const runSuper: RunSuper = Object.assign(
    (others: Readonly<Record<string, unknown>> = args) => runOverrides(parent, others, hre),
    { isDefined: true },
  );
  return task.action(args, hre, runSuper);
}

/** Hardhat's own chain in its process. */
const IN_PROCESS = "hardhat";

/** How people call this in a project of Hardhat 2. */
function hardhat2Words({
  config: { paths, defaultNetwork },
  hardhatArguments,
}: Pick<Runtime, "config" | "hardhatArguments">): HostWords {
  const configFile = path.basename(paths.configFile);
  return hardhatWords({
    separator: ":",
    build: "npx hardhat compile",
    configFile,
    // A network that was named is not forgotten, also where it is the default.
    defaultNetwork: hardhatArguments.network === undefined ? defaultNetwork : undefined,
    forgotten:
      defaultNetwork === IN_PROCESS
        ? ON_OWN_CHAIN
        : `another network is meant: without --network it is ${defaultNetwork}, the default of ${configFile}`,
    connection: "a network with an EIP-1193 provider, such as hre.network",
  });
}

/** Hardhat itself adds it to every configuration. */
const LOCALHOST = "localhost";

/** The networks of a configuration. Those that Hardhat did not choose have no provider: they are asked by their URL. */
export function configuredNetworks(
  networks: Readonly<Record<string, NetworkConfig>>,
): readonly ConfiguredNetwork[] {
  return Object.entries(networks).map(([name, config]) => ({
    name,
    chainId: config.chainId,
    isForDevelopment: config.url === undefined || (name === LOCALHOST && config.chainId === undefined),
    open: async (options) => {
      const { url = "", httpHeaders: headers, chainId } = config;
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) throw noUrl(name);
      const timeoutMs = requestTimeoutOf(config);
      const chain = rpcChain(name, nodeRequests({ url, headers, timeoutMs }, options));
      return { chain, configuredChainId: chainId, nodeUrl: async () => url };
    },
  }));
}

/** Variables are texts by now, and one that was missing left none, or a part of one. */
function noUrl(name: string): VerifyContractError {
  return new VerifyContractError("VC113", {
    facts: [
      ["Key", `networks.${name}.url`],
      ["Reason", "it is no http or https URL: a variable of it may be missing"],
    ],
  });
}

const TASK = /^verify-contract(:|$)/;
/** What `npx hardhat` starts, in the folder of Hardhat 2. */
const COMMAND = path.join("hardhat", "internal", "cli", "bootstrap.js");

/** Whether a process with these arguments is the command line of Hardhat 2, started for one of the tasks. */
export function isOwnCommandLine([, script, ...args]: readonly string[]): boolean {
  if (script === undefined || !args.some((arg) => TASK.test(arg))) return false;
  try {
    // `npx hardhat` starts a link in node_modules/.bin.
    return realpathSync(script).endsWith(path.sep + COMMAND);
  } catch {
    return false;
  }
}

const HARDHAT_ERRORS: ReadonlySet<string> = new Set(["HardhatError", "HardhatPluginError"]);

/** What the commands need of a runtime of Hardhat 2. */
export function hardhat2Host(hre: Runtime): Host {
  const { config, network, userConfig, hardhatArguments } = hre;
  const { paths } = config;
  return {
    projectPaths: () =>
      projectPathsOf({
        root: paths.root,
        artifacts: paths.artifacts,
        sources: [paths.sources],
        ignition: folderOf("ignition", hre),
        hardhatDeploy: folderOf("deployments", hre),
      }),
    cacheFolder: path.join(paths.cache, "verify-contract"),
    userConfig: config.verifyContract,
    readSecret,
    network: { name: network.name, chainId: network.config.chainId },
    openNetwork: async (connection, options) =>
      openNetwork(connection === undefined ? network : networkOf(connection, network), options),
    networks: async () => configuredNetworks(config.networks),
    openUrl: urlOpener(process.env),
    explorer: (chainId) => explorerOf(config, chainId),
    compilers: () => projectCompilers(hre),
    nodeUrl: async () => nodeUrlOf(network),
    globals: globalsOf(hardhatArguments),
    words: hardhat2Words(hre),
    notes: () => mistypedKeyNotes(userConfig),
    explains: (error) => error instanceof Error && HARDHAT_ERRORS.has(error.name),
    ownsProcess: () => isOwnCommandLine(process.argv),
  };
}

/** That of a program's request, of which a provider may be all. */
function networkOf(connection: unknown, { name }: Network): Network {
  return { name, config: {}, ...(connection as Pick<Network, "provider">) };
}

/** Variables of Hardhat 2 are strings by the time that the configuration is loaded. */
const readSecret: ReadSecret = async (value) => {
  if (typeof value === "string") return value;
  throw new Error(`in Hardhat 2 a variable is a string: vars.get("${value.name}")`);
};

/** A plugin resolves its own folder of `paths`; without that plugin, what the user wrote still says where the records are. */
function folderOf(key: "ignition" | "deployments", { config, userConfig }: Runtime): string | undefined {
  const paths = [config.paths, Reflect.get(userConfig, "paths")];
  const folder = paths
    .map((each) => Reflect.get(each ?? {}, key))
    .find((each) => typeof each === "string" && each !== "");
  return folder === undefined ? undefined : path.resolve(config.paths.root, folder);
}

/** `--network` and `--config`, where they were given. */
function globalsOf({ network, config }: Runtime["hardhatArguments"]): readonly CommandOption[] {
  return [
    ...(network === undefined ? [] : [["--network", network] as const]),
    ...(config === undefined ? [] : [["--config", config] as const]),
  ];
}

/** Where people look at a chain: `customChains` of hardhat-verify, whose form is not ours to refuse. */
export function explorerOf(
  { etherscan, blockscout }: Runtime["config"],
  chainId: number,
): Explorer | undefined {
  for (const [name, own] of [
    ["Etherscan", etherscan],
    ["Blockscout", blockscout],
  ] as const) {
    const chains = isObject(own) && Array.isArray(own.customChains) ? own.customChains : [];
    const chain = chains.find((each) => isObject(each) && each.chainId === chainId);
    const urls = isObject(chain) && isObject(chain.urls) ? chain.urls : {};
    if (isWebUrl(urls.browserURL)) return { name, url: urls.browserURL };
  }
  return undefined;
}
