import {
  type FoundryEndpoint,
  type FoundryEndpoints,
  fillVariables,
  splitHeaders,
} from "../../builds/project/foundry-endpoints.ts";
import { withOptions } from "../../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../../errors/problem.ts";
import { getOwn } from "../../text/is-object.ts";
import { LEFT_OUT, redactUrl } from "./service-urls.ts";
import { LOCAL_NODE } from "./words.ts";

export interface ChosenNode {
  /** The name in messages: the alias, or the URL without potential secrets. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The source of the setting: `--rpc-url`, a variable, or a key in foundry.toml. */
  readonly source: string;
  readonly chainId?: number;
}

/** The nodes defined in Foundry's configuration and in our own configuration file. */
export interface NamedNodes extends Omit<FoundryEndpoints, "aliases"> {
  readonly aliases: ReadonlyMap<string, NamedNode>;
}

export interface NamedNode extends FoundryEndpoint {
  readonly chainId?: number | undefined;
  /** The configuration key that defines the node. @default `rpc_endpoints` in foundry.toml */
  readonly key?: string;
}

const FLAG = "--rpc-url";
const WEB = /^https?:\/\//i;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(\/|$)/;

/**
 * Each source may be a URL or an alias in `rpc_endpoints`. `localhost` is a built-in alias unless the project defines
 * it. The headers come from `--rpc-headers` or Foundry's configuration; an alias also uses the `auth` key in its table.
 */
export function chooseNode(
  flag: string | undefined,
  { aliases, ethRpcUrl, rpcHeaders: configured, environment }: NamedNodes,
  headers?: readonly string[],
): ChosenNode | undefined {
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
  const auth = alias?.auth === undefined ? {} : { authorization: fill(alias.auth) };
  return {
    name: alias === undefined ? redactUrl(url) : text,
    url,
    headers: { ...auth, ...parseRpcHeaders(headers, configured.map(fill)) },
    source,
    ...(alias?.chainId === undefined ? {} : { chainId: alias.chainId }),
  };
}

function fillAll(raw: string, key: string, environment: FoundryEndpoints["environment"]): string {
  const { text, missing } = fillVariables(raw, environment);
  if (missing.length === 0) return text;
  throw new VerifyContractError("VC113", {
    facts: [
      ["Key", key],
      ["Missing", `${missing.join(", ")}, in the environment and in .env`],
    ],
  });
}

function noNode(source: string, value: string, aliases: NamedNodes["aliases"]): VerifyContractError {
  return new VerifyContractError("VC106", {
    values: { option: source, value },
    facts: [
      [
        "Takes",
        "a URL, or an alias from rpc_endpoints in foundry.toml or networks in verify-contract.config",
      ],
      ["Aliases", aliases.size === 0 ? undefined : [...aliases.keys()].join(", ")],
    ],
    next: HOST_AND_PORT.test(value) ? withOptions([FLAG, `http://${value}`]) : undefined,
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

export function parseChainId(text: string): number | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  const name = text.toLowerCase();
  return getOwn(CHAINS, name);
}

export function parseChain(text: string): number {
  const known = parseChainId(text);
  if (known !== undefined) return known;
  throw invalidValue("--chain", text, `a chain id, or ${Object.keys(CHAINS).join(", ")}`);
}
