import { type FoundryEndpoints, fillVariables } from "../../builds/project/foundry-endpoints.ts";
import { withOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { nearestNames } from "../../text/nearest.ts";
import { LEFT_OUT, shownUrl } from "./shown-url.ts";
import { LOCAL_NODE } from "./words.ts";

/** The node that is asked. */
export interface ChosenNode {
  /** For people: the alias, or the URL without what may be a secret. */
  readonly name: string;
  readonly url: string;
  /** What named it: `--rpc-url`, a variable, or a key of foundry.toml. */
  readonly source: string;
}

const FLAG = "--rpc-url";
const WEB = /^https?:\/\//i;
/** It has a scheme, and another one. */
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(\/|$)/;

/**
 * Chooses the node: that of `--rpc-url`, else of `ETH_RPC_URL`, else of `eth_rpc_url` in Foundry's configuration. Each
 * may be a URL or an alias of `rpc_endpoints`; `localhost` is one, unless the project has it.
 *
 * @param flag Value of `--rpc-url`.
 * @returns Undefined where nothing names a node.
 * @throws VerifyContractError VC106 for what is neither, VC113 for a variable that is not set.
 */
export function chooseNode(
  flag: string | undefined,
  { aliases, ethRpcUrl, environment }: FoundryEndpoints,
): ChosenNode | undefined {
  const named = [
    [FLAG, flag],
    ["ETH_RPC_URL", environment.ETH_RPC_URL || undefined],
    ["eth_rpc_url of Foundry's configuration", ethRpcUrl],
  ] as const;
  const [source, value] = named.find(([, each]) => each !== undefined) ?? [];
  if (source === undefined || value === undefined) return undefined;
  const text = value.trim();
  const raw = aliases.get(text) ?? (text === "localhost" ? LOCAL_NODE : undefined);
  if (raw === undefined && !SCHEME.test(text) && !text.includes("${")) throw noNode(source, text, aliases);
  const filled = fillVariables(raw ?? text, environment);
  if (filled.missing.length > 0) throw notSet(raw === undefined ? source : `rpc_endpoints.${text}`, filled);
  if (!WEB.test(filled.text) || filled.text.includes(LEFT_OUT) || URL.parse(filled.text) === null)
    throw noUrl(raw === undefined ? source : `rpc_endpoints.${text}`, filled.text);
  return { name: raw === undefined ? shownUrl(filled.text) : text, url: filled.text, source };
}

function noNode(source: string, value: string, aliases: ReadonlyMap<string, string>): VerifyContractError {
  const [nearest] = nearestNames(value, aliases.keys(), 1);
  const meant = HOST_AND_PORT.test(value) ? `http://${value}` : nearest;
  return new VerifyContractError("VC106", {
    values: { option: source, value },
    facts: [
      ["Takes", "a URL, or an alias of rpc_endpoints in foundry.toml"],
      ["Aliases", aliases.size === 0 ? undefined : [...aliases.keys()].join(", ")],
    ],
    next: meant === undefined ? undefined : withOptions([FLAG, meant]),
  });
}

function noUrl(source: string, value: string): VerifyContractError {
  return new VerifyContractError("VC106", {
    values: { option: source, value: shownUrl(value) },
    facts: [["Takes", "an http or https URL"]],
    likely: value.includes(LEFT_OUT)
      ? "it was copied from a message, where what may be a secret is left out"
      : undefined,
  });
}

function notSet(key: string, { missing }: { readonly missing: readonly string[] }): VerifyContractError {
  return new VerifyContractError("VC113", {
    facts: [
      ["Key", key],
      ["Missing", `${missing.join(", ")}, in the environment and in .env`],
    ],
  });
}
