import { asObject, isObject } from "../../text/is-object.ts";
import {
  type Environment,
  type FoundryConfig,
  parseInlineTable,
  readFoundry,
  readFoundrySetting,
} from "./foundry-config.ts";

/** A node from `rpc_endpoints`. `url` and `auth` may still contain `${VARIABLE}`. */
export interface FoundryEndpoint {
  readonly url: string;
  /** Value of the `Authorization` header. */
  readonly auth?: string;
}

interface FoundryExplorer {
  /** The chain's name or number. */
  readonly chain: string;
  /** The API's URL. Both the URL and the key may still contain `${VARIABLE}`. */
  readonly url?: string;
  readonly key?: string;
}

export type FoundryEndpoints = ReturnType<typeof resolveFoundryEndpoints>;

const PLACEHOLDER = /\$\{\s*([^}]*?)\s*\}/g;

export async function readFoundryEndpoints(root: string): Promise<FoundryEndpoints> {
  const config = await readFoundry(root);
  return resolveFoundryEndpoints(config, await parseInlineTable(config.environment.FOUNDRY_RPC_ENDPOINTS));
}

/** As in forge (tested with 1.7.1), the environment takes precedence, then the project's file, then the global file. */
export function resolveFoundryEndpoints(config: FoundryConfig, variableTable: unknown = {}) {
  const { files, environment, tables } = config;
  const fileTables = [files.global, files.base, files.project, ...tables.toReversed()];
  const lists = [...fileTables.map((table) => table?.rpc_endpoints), variableTable];
  return {
    aliases: new Map(lists.flatMap(readAliases)),
    explorers: fileTables.flatMap((table) => readExplorers(table?.etherscan)),
    /** Used for every chain: a key, or the name of an entry in `etherscan`. */
    etherscanApiKey: readFoundrySetting("etherscan_api_key", config),
    /** An alias or a URL. */
    ethRpcUrl: readFoundrySetting("eth_rpc_url", config),
    /** Headers for every node, each in the form `Name: value`. */
    rpcHeaders: readHeaders(config),
    environment,
  };
}

/** Replaces `${VARIABLE}`. Variables without a value are listed in `missing`. */
export function fillVariables(
  text: string,
  environment: Environment,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const filled = text.replace(PLACEHOLDER, (_, name: string) => {
    const value = environment[name];
    if (value === undefined || value === "") missing.push(name);
    return value ?? "";
  });
  return { text: filled, missing };
}

/** Forge accepts comma-separated `Name: value` pairs in `--rpc-headers`. Commas may also occur within a value. */
export function splitHeaders(text: string): readonly string[] {
  return text.split(/,(?=\s*[\w-]+:)/).map((header) => header.trim());
}

/** The environment variable takes precedence over the profile. */
function readHeaders({ environment, tables }: FoundryConfig): readonly string[] {
  const { ETH_RPC_HEADERS: variable = "" } = environment;
  if (variable !== "") return splitHeaders(variable);
  const list = tables.map((table) => table?.eth_rpc_headers).find(Array.isArray) ?? [];
  return list.filter((header): header is string => typeof header === "string");
}

/** Reads the aliases. Each value is a URL, or a table with a URL. */
function readAliases(list: unknown): readonly (readonly [string, FoundryEndpoint])[] {
  return Object.entries(asObject(list)).flatMap(([alias, value]) => {
    const { endpoint, url = endpoint, auth } = isObject(value) ? value : { url: value };
    if (typeof url !== "string") return [];
    return [[alias, { url, ...(typeof auth === "string" ? { auth } : {}) }] as const];
  });
}

/** Reads the explorers. If an entry has no chain, its name is the chain. */
function readExplorers(list: unknown): readonly FoundryExplorer[] {
  return Object.entries(asObject(list)).flatMap(([alias, value]) => {
    if (!isObject(value)) return [];
    const { chain = alias, url, key } = value;
    if (typeof chain !== "string" && typeof chain !== "number") return [];
    const texts = Object.entries({ url, key }).filter(([, text]) => typeof text === "string");
    return [{ chain: String(chain), ...Object.fromEntries(texts) }];
  });
}
