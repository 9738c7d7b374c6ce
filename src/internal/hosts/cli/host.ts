import { existsSync } from "node:fs";
import path from "node:path";
import { type Environment, readEnvFile } from "../../builds/project/foundry-config.ts";
import {
  type FoundryEndpoint,
  type FoundryEndpoints,
  fillVariables,
  readFoundryEndpoints,
  splitHeaders,
} from "../../builds/project/foundry-endpoints.ts";
import { findFoundryCompiler } from "../../builds/project/foundry-project.ts";
import { resolveProjectPaths } from "../../builds/project/project-paths.ts";
import { type NetworkUserConfig, networksSchema } from "../../commands/config/user-config.ts";
import type { Host, NodeOptions, ReadSecret } from "../../commands/host.ts";
import { createUrlOpener, openNode, unsetVariables } from "../../commands/node-client.ts";
import type { Explorer } from "../../domain/explorer.ts";
import { flagOf } from "../../domain/options.ts";
import { advice, type CommandOption, withOptions } from "../../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../../errors/problem.ts";
import { deriveSite } from "../../services/explorers/dialects.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import type { User } from "../../solidity/compilers/user-folders.ts";
import { explainIssues } from "../../text/explain-issues.ts";
import { getOwn, isObject } from "../../text/is-object.ts";
import { findNearestName } from "../../text/nearest.ts";
import { addInstalledCompilers, getUserCacheFolder } from "../compilers.ts";
import { HOST_OPTIONS, type HostArguments } from "./host-options.ts";
import { findProjectRoot, readConfigFile, readProjectRoot } from "./project-root.ts";
import {
  addServices,
  findServices,
  HOST_AND_PORT,
  LEFT_OUT,
  listUrlNotes,
  redactUrl,
} from "./service-urls.ts";
import { createCliWords, LOCAL_NODE } from "./words.ts";

/**
 * Errors in options and files are thrown when a command reads the value, so the command still ends with a report.
 *
 * @param readsConfig False to ignore the project's configuration file, which is code.
 */
export async function createCliHost(options: HostArguments, readsConfig = true): Promise<Host> {
  const { root, isFoundry, isHardhat, configFiles } =
    options.root === undefined ? findProjectRoot(process.cwd()) : readProjectRoot(path.resolve(options.root));
  const real: Environment = process.env;
  const [folderVariables, endpoints] = await Promise.all([
    readEnvFile(path.resolve(".env")),
    readFoundryEndpoints(root),
  ]);
  // As in forge, the process's variables take precedence over the project's .env, which takes precedence over the .env
  // in the working directory.
  const environment = { ...folderVariables, ...endpoints.environment };
  const found = readsConfig ? configFiles : [];
  const [configFile, ...unread] = options.config === undefined ? found : [path.resolve(options.config)];
  const read = await settle(async () =>
    configFile === undefined
      ? { config: {}, networks: new Map() }
      : splitNetworks(await readConfigFile(configFile), configFile),
  );
  const services = findServices(options.verifierUrl, real);
  const userConfig = await settle(() => addServices(read.get().config, services));
  const named = { ...endpoints, environment, aliases: nameNodes(endpoints, read.value) };
  const node = await settle(() => chooseNode(options.rpcUrl, named, options.rpcHeaders));
  const chainId = await settle(() =>
    options.chain === undefined ? node.value?.chainId : parseChain(options.chain),
  );
  const fallback = options.rpcUrl === undefined ? node.value : undefined;
  const open = (configured: number | undefined, chosen: ChosenNode | undefined, nodeOptions: NodeOptions) =>
    openNode({ ...requireNode(chosen, named.aliases), chainId: configured }, nodeOptions);
  return {
    projectPaths: async () => {
      if (options.root !== undefined && !existsSync(options.root))
        throw invalidValue("--root", options.root, "a project folder", {
          likely: "the folder doesn't exist",
        });
      return resolveProjectPaths({
        root,
        artifacts: path.join(root, "artifacts"),
        sources: isHardhat ? [path.join(root, "contracts")] : [],
      });
    },
    // Hardhat and Foundry projects usually have `cache` in .gitignore.
    cacheFolder: isFoundry || isHardhat ? path.join(root, "cache", "verify-contract") : getUserCacheFolder(),
    userCacheFolder: getUserCacheFolder(),
    get userConfig() {
      return userConfig.get();
    },
    readSecret: createSecretReader(environment),
    network: { name: node.value?.name ?? "", chainId: chainId.value },
    openNetwork: async (_, nodeOptions) => open(chainId.get(), node.get(), nodeOptions),
    networks: async () => {
      if (options.rpcHeaders !== undefined)
        throw invalidValue(
          "--rpc-headers",
          LEFT_OUT,
          "no headers in a run on several networks, because headers belong to one node",
          { next: advice("leave out --rpc-headers, and set auth for the node's alias in foundry.toml") },
        );
      const networks = [...named.aliases].map(([name, { chainId: configured }]) => ({
        name,
        chainId: configured,
        isForDevelopment: false,
        // A node's headers must not reach another node, so each node gets only the headers of its own alias.
        open: async (nodeOptions: NodeOptions) => open(configured, chooseNode(name, named, []), nodeOptions),
      }));
      const isSet = fallback !== undefined || node.isFailed;
      if (options.rpcUrl !== undefined || !isSet || named.aliases.has(fallback?.name ?? "")) return networks;
      const openDefault = async (nodeOptions: NodeOptions) => open(undefined, node.get(), nodeOptions);
      const name = fallback?.name ?? "the default node";
      return [...networks, { name, chainId: undefined, isForDevelopment: false, open: openDefault }];
    },
    openUrl: createUrlOpener(environment),
    explorer: (chain) => findExplorer(named, chain),
    explorerAccess: async (name, chain) =>
      name === "etherscan" ? { readKey: async () => findEtherscanKey(named, chain) } : undefined,
    compilers: () => findCliCompilers(options.compiler ?? [], root),
    nodeUrl: async () => requireNode(node.get(), named.aliases).url,
    globals: listGlobals(options),
    words: createCliWords({
      isFoundry,
      isHardhat,
      fallback,
      configFile,
      urlSources: Object.fromEntries(services.map(({ service, source }) => [service, source])),
    }),
    notes: () => [
      ...unread.map(
        (file) => `${path.basename(file)} is ignored in favor of ${path.basename(configFile ?? "")}.`,
      ),
      ...listUrlNotes(real, environment),
    ],
    explains: () => false,
    ownsProcess: () => true,
  };
}

/** Networks in our own configuration file take precedence over Foundry's aliases. */
function nameNodes({ aliases }: FoundryEndpoints, split: SplitConfig | undefined): NamedNodes["aliases"] {
  const own = [...(split?.networks ?? [])].map(
    ([name, network]) => [name, { ...network, key: `networks.${name}.url` }] as const,
  );
  return new Map<string, NamedNode>([...own, ...[...aliases].filter(([name]) => !split?.networks.has(name))]);
}

function requireNode(node: ChosenNode | undefined, aliases: ReadonlyMap<string, unknown>): ChosenNode {
  if (node !== undefined) return node;
  const [only, ...others] = aliases.keys();
  throw new VerifyContractError("VC116", {
    facts: [["Aliases", [...aliases.keys()].join(", ") || undefined]],
    next:
      only === undefined || others.length > 0
        ? advice(`set the node with --rpc-url or ETH_RPC_URL; for a local node: --rpc-url ${LOCAL_NODE}`)
        : withOptions(["--rpc-url", only]),
  });
}

function createSecretReader(environment: Environment): ReadSecret {
  return async (value) => {
    if (typeof value === "string") return value;
    const read = environment[value.name];
    if (read === undefined) throw new Error(`the environment variable ${value.name} is not set`);
    return read;
  };
}

function listGlobals(options: HostArguments): readonly CommandOption[] {
  return HOST_OPTIONS.flatMap(({ name, isSecret }) => {
    const values = [options[name] ?? []].flat();
    const flag = flagOf(name);
    if (isSecret) return values.length === 0 ? [] : [[flag, LEFT_OUT] as const];
    return values.map((value) => [flag, redactUrl(value)] as const);
  });
}

/** Computes a value now, but throws any error only when the value is read. */
async function settle<T>(make: () => T | Promise<T>) {
  try {
    const value = await make();
    return { value, isFailed: false, get: (): T => value };
  } catch (error) {
    const get = (): T => {
      throw error;
    };
    return { value: undefined, isFailed: true, get };
  }
}

interface SplitConfig {
  readonly config: unknown;
  readonly networks: ReadonlyMap<string, NetworkUserConfig>;
}

function splitNetworks(read: unknown, file: string): SplitConfig {
  if (!isObject(read) || read.networks === undefined) return { config: read, networks: new Map() };
  const { networks, ...config } = read;
  const parsed = networksSchema.safeParse(networks);
  if (parsed.success) return { config, networks: new Map(Object.entries(parsed.data)) };
  // A URL may contain an API key, so it is treated as a secret.
  const issues = explainIssues(parsed.error.issues, {
    value: networks,
    keys: ["url", "chainId"],
    isSecret: (path) => path.includes("url"),
  });
  throw new VerifyContractError("VC108", {
    facts: [
      ["File", file],
      ...issues.map(({ path, text }) => [["networks", ...path.map(String)].join("."), text] as const),
    ],
  });
}

type Endpoints = Omit<FoundryEndpoints, "aliases">;

/** The chain's block explorer, based on the API URLs under `etherscan` in foundry.toml. */
export function findExplorer({ explorers, environment }: Endpoints, chainId: number): Explorer | undefined {
  for (const { chain, url = "" } of explorers) {
    if (parseChainId(chain) !== chainId) continue;
    const { text, missing } = fillVariables(url, environment);
    const site = missing.length > 0 ? undefined : deriveSite(text);
    if (site !== undefined) return { name: "explorer", url: site };
  }
  return undefined;
}

/** Skips entries for hosts other than Etherscan's, because their keys belong to those hosts. */
export function findEtherscanKey(
  { explorers, etherscanApiKey, environment }: Endpoints,
  chainId: number,
): string | undefined {
  const isEtherscan = (url: string | undefined): boolean =>
    url === undefined || /(^|\.)etherscan\.io$/.test(URL.parse(url)?.hostname ?? "");
  const entry = explorers.findLast(
    ({ chain, url, key }) => key !== undefined && parseChainId(chain) === chainId && isEtherscan(url),
  );
  // The setting may be an entry's name instead of a key.
  const named = explorers.find(({ chain, url }) => chain === etherscanApiKey && isEtherscan(url));
  const written = entry?.key ?? named?.key ?? etherscanApiKey ?? "";
  const { text, missing } = fillVariables(written, environment);
  if (missing.length > 0) throw new Error(`the environment variable ${missing[0]} is not set`);
  return text || environment.ETHERSCAN_API_KEY || undefined;
}

type ChosenNode = NonNullable<ReturnType<typeof chooseNode>>;

/** The nodes defined in Foundry's configuration and in our own configuration file. */
interface NamedNodes extends Endpoints {
  readonly aliases: ReadonlyMap<string, NamedNode>;
}

interface NamedNode extends FoundryEndpoint {
  readonly chainId?: number | undefined;
  /** The configuration key that defines the node. @default `rpc_endpoints` in foundry.toml */
  readonly key?: string;
}

const FLAG = "--rpc-url";
const WEB = /^https?:\/\//i;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Each source may be a URL or an alias in `rpc_endpoints`. `localhost` is a built-in alias unless the project defines
 * it. The headers come from `--rpc-headers` or Foundry's configuration; an alias also uses the `auth` key in its table.
 */
export function chooseNode(
  flag: string | undefined,
  { aliases, ethRpcUrl, rpcHeaders: configured, environment }: NamedNodes,
  headers?: readonly string[],
) {
  const named = [
    [FLAG, flag],
    ["ETH_RPC_URL", environment.ETH_RPC_URL || undefined],
    ["eth_rpc_url in Foundry's configuration", ethRpcUrl],
  ] as const;
  const [source, value] = named.find(([, each]) => each !== undefined) ?? [];
  if (source === undefined || value === undefined) return undefined;
  const text = value.trim();
  const alias: NamedNode | undefined =
    aliases.get(text) ?? (text === "localhost" ? { url: LOCAL_NODE } : undefined);
  if (alias === undefined && !SCHEME.test(text) && !text.includes("${")) throw noNode(source, text, aliases);
  const key = alias === undefined ? source : (alias.key ?? `rpc_endpoints.${text}`);
  const fill = (raw: string): string => fillAll(raw, key, environment);
  const url = fill(alias?.url ?? text);
  if (!WEB.test(url) || url.includes(LEFT_OUT) || URL.parse(url) === null)
    throw invalidValue(key, redactUrl(url), "an http or https URL");
  const auth: Readonly<Record<string, string>> =
    alias?.auth === undefined ? {} : { authorization: fill(alias.auth) };
  return {
    /** The name in messages: the alias, or the URL without potential secrets. */
    name: alias === undefined ? redactUrl(url) : text,
    url,
    headers: { ...auth, ...parseRpcHeaders(headers, configured.map(fill)) },
    /** The source of the setting: `--rpc-url`, a variable, or a key in foundry.toml. */
    source,
    ...(alias?.chainId === undefined ? {} : { chainId: alias.chainId }),
  };
}

function fillAll(raw: string, key: string, environment: FoundryEndpoints["environment"]): string {
  const { text, missing } = fillVariables(raw, environment);
  if (missing.length === 0) return text;
  throw unsetVariables(key, missing, "in the environment or in .env");
}

function noNode(source: string, value: string, aliases: NamedNodes["aliases"]): VerifyContractError {
  const meant = HOST_AND_PORT.test(value) ? `http://${value}` : findNearestName(value, aliases.keys());
  return new VerifyContractError("VC106", {
    values: { option: source, value },
    facts: [
      [
        "Takes",
        "a URL, or an alias from rpc_endpoints in foundry.toml or networks in verify-contract.config",
      ],
      ["Aliases", [...aliases.keys()].join(", ") || undefined],
    ],
    next: meant === undefined ? advice(`set the node's URL with ${FLAG}`) : withOptions([FLAG, meant]),
  });
}

/** A header's name is a token (RFC 9110). Its value consists of visible ASCII, spaces and tabs. */
const HEADER = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t\x20-\x7e]*?)[ \t]*$/;

/** An error omits the invalid header, which may be a secret. @param typed Undefined without `--rpc-headers`. */
function parseRpcHeaders(
  typed: readonly string[] | undefined,
  configured: readonly string[],
): Readonly<Record<string, string>> {
  const source = typed === undefined ? "eth_rpc_headers in Foundry's configuration" : "--rpc-headers";
  const texts = typed?.flatMap(splitHeaders) ?? configured;
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = "", value = ""] = HEADER.exec(text) ?? [];
      if (name === "" || value.includes(LEFT_OUT))
        throw invalidValue(source, LEFT_OUT, '"Name: value", comma-separated');
      return [name.toLowerCase(), value];
    }),
  );
}

/** Names that forge accepts for `--chain` (alloy-chains), plus Hedera's. */
const CHAINS: Readonly<Record<string, number>> = {
  mainnet: 1,
  sepolia: 11155111,
  holesky: 17000,
  hoodi: 560048,
  optimism: 10,
  "optimism-sepolia": 11155420,
  bsc: 56,
  gnosis: 100,
  polygon: 137,
  "polygon-amoy": 80002,
  base: 8453,
  "base-sepolia": 84532,
  arbitrum: 42161,
  "arbitrum-sepolia": 421614,
  avalanche: 43114,
  celo: 42220,
  scroll: 534352,
  linea: 59144,
  "anvil-hardhat": 31337,
  hedera: 295,
  "hedera-testnet": 296,
  "hedera-previewnet": 297,
};

function parseChainId(text: string): number | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  const name = text.toLowerCase();
  return getOwn(CHAINS, name);
}

export function parseChain(text: string): number {
  const known = parseChainId(text);
  if (known !== undefined) return known;
  const names = Object.keys(CHAINS);
  const nearest = findNearestName(text, names);
  throw invalidValue("--chain", text, `a chain id, or ${names.join(", ")}`, {
    next: nearest === undefined ? undefined : withOptions(["--chain", nearest]),
  });
}

/** Compilers given with `--compiler` come first, then the one in Foundry's configuration. */
export async function findCliCompilers(
  named: readonly string[],
  root: string,
  user?: User,
): Promise<readonly LocalCompiler[]> {
  const foundryCompiler = await findFoundryCompiler(root);
  const own = [
    ...createNamedCompilers(named),
    ...(foundryCompiler === undefined ? [] : [{ path: foundryCompiler }]),
  ];
  return addInstalledCompilers(own, root, user);
}

function createNamedCompilers(files: readonly string[]): readonly LocalCompiler[] {
  return files.map((file) => {
    const absolute = path.resolve(file);
    if (existsSync(absolute)) return { path: absolute };
    throw invalidValue("--compiler", file, "the path of a soljson.js or a solc executable", {
      likely: "the file doesn't exist",
    });
  });
}
