import {
  type FoundryEndpoint,
  type FoundryEndpoints,
  fillVariables,
  splitHeaders,
} from "../../builds/project/foundry-endpoints.ts";
import { withOptions } from "../../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../../errors/problem.ts";
import { findNearestName } from "../../text/nearest.ts";
import { LEFT_OUT, shownUrl } from "./service-urls.ts";
import { LOCAL_NODE } from "./words.ts";

export interface ChosenNode {
  /** For people: the alias, or the URL without what may be a secret. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its origin: `--rpc-url`, a variable, or a key of foundry.toml. */
  readonly source: string;
  readonly chainId?: number;
}

/** The nodes that the project names: those of Foundry's configuration and of our own file. */
export interface NamedNodes extends Omit<FoundryEndpoints, "aliases"> {
  readonly aliases: ReadonlyMap<string, NamedNode>;
}

/** A node with a name. `${VARIABLE}` is still in its texts. */
export interface NamedNode extends FoundryEndpoint {
  readonly chainId?: number | undefined;
  /** Its place in the configuration. @default `rpc_endpoints` of foundry.toml */
  readonly key?: string;
}

const FLAG = "--rpc-url";
const WEB = /^https?:\/\//i;
/** It has a scheme, and another one. */
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(\/|$)/;

/**
 * Chooses the node: that of `--rpc-url`, else of `ETH_RPC_URL`, else of `eth_rpc_url` in Foundry's configuration. Each
 * may be a URL or an alias of `rpc_endpoints`; `localhost` is one, unless the project has it. It gets the headers of
 * `--rpc-headers`, else those of Foundry's configuration, and an alias the `auth` of its table.
 *
 * @param flag Value of `--rpc-url`.
 * @param headers Values of `--rpc-headers`.
 * @returns Undefined where nothing names a node.
 * @throws VerifyContractError VC106 for what is neither, VC113 for a variable that is not set.
 */
export function chooseNode(
  flag: string | undefined,
  { aliases, ethRpcUrl, rpcHeaders: ofProject, environment }: NamedNodes,
  headers?: readonly string[],
): ChosenNode | undefined {
  const named = [
    [FLAG, flag],
    ["ETH_RPC_URL", environment.ETH_RPC_URL || undefined],
    ["eth_rpc_url of Foundry's configuration", ethRpcUrl],
  ] as const;
  const [source, value] = named.find(([, each]) => each !== undefined) ?? [];
  if (source === undefined || value === undefined) return undefined;
  const text = value.trim();
  const alias: NamedNode | undefined =
    aliases.get(text) ?? (text === "localhost" ? { url: LOCAL_NODE } : undefined);
  if (alias === undefined && !SCHEME.test(text) && !text.includes("${")) throw noNode(source, text, aliases);
  const key = alias === undefined ? source : (alias.key ?? `rpc_endpoints.${text}`);
  const fill = (raw: string): string => filled(raw, key, environment);
  const url = fill(alias?.url ?? text);
  if (!WEB.test(url) || url.includes(LEFT_OUT) || URL.parse(url) === null) throw noUrl(key, url);
  const auth = alias?.auth === undefined ? {} : { authorization: fill(alias.auth) };
  return {
    name: alias === undefined ? shownUrl(url) : text,
    url,
    headers: { ...auth, ...rpcHeaders(headers, ofProject.map(fill)) },
    source,
    ...(alias?.chainId === undefined ? {} : { chainId: alias.chainId }),
  };
}

/** @throws VerifyContractError VC113 for a variable that is not set. */
function filled(raw: string, key: string, environment: FoundryEndpoints["environment"]): string {
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
  const nearest = findNearestName(value, aliases.keys());
  const meant = HOST_AND_PORT.test(value) ? `http://${value}` : nearest;
  return new VerifyContractError("VC106", {
    values: { option: source, value },
    facts: [
      [
        "Takes",
        "a URL, or an alias of rpc_endpoints in foundry.toml, or of networks in verify-contract.config",
      ],
      ["Aliases", aliases.size === 0 ? undefined : [...aliases.keys()].join(", ")],
    ],
    next: meant === undefined ? undefined : withOptions([FLAG, meant]),
  });
}

function noUrl(source: string, value: string): VerifyContractError {
  return invalidValue(source, shownUrl(value), "an http or https URL", {
    likely: value.includes(LEFT_OUT)
      ? "it was copied from a message, where what may be a secret is left out"
      : undefined,
  });
}

/** A header's name is a token of RFC 9110; a value of visible ASCII, blanks and tabs. */
const HEADER = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t\x20-\x7e]*?)[ \t]*$/;

/**
 * Headers for the node.
 *
 * @param typed Values of `--rpc-headers`, each `Name: value`, several with commas; undefined where it was not given.
 * @param ofProject Those of Foundry's configuration, which count where the option was not given.
 * @throws VerifyContractError VC106, without the text, which may be a secret.
 */
function rpcHeaders(
  typed: readonly string[] | undefined,
  ofProject: readonly string[],
): Readonly<Record<string, string>> {
  const source = typed === undefined ? "eth_rpc_headers of Foundry's configuration" : "--rpc-headers";
  const texts = typed?.flatMap(splitHeaders) ?? ofProject;
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = "", value = ""] = HEADER.exec(text) ?? [];
      if (name === "" || value.includes(LEFT_OUT))
        throw invalidValue(source, LEFT_OUT, '"Name: value", several with commas');
      return [name.toLowerCase(), value];
    }),
  );
}

/** Names that forge takes for `--chain` (alloy-chains), and Hedera's. */
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

/** The chain id that a text is, or names; undefined for another text. */
export function chainIdOf(text: string): number | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  const name = text.toLowerCase();
  return Object.hasOwn(CHAINS, name) ? CHAINS[name] : undefined;
}

/**
 * The chain id of `--chain`.
 *
 * @throws VerifyContractError VC106
 */
export function parseChain(text: string): number {
  const known = chainIdOf(text);
  if (known !== undefined) return known;
  const nearest = findNearestName(text, Object.keys(CHAINS));
  throw invalidValue("--chain", text, `a chain id, or ${Object.keys(CHAINS).join(", ")}`, {
    next: nearest === undefined ? undefined : withOptions(["--chain", nearest]),
  });
}
