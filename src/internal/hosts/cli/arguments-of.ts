import { type Command, flagOf, optionsOf } from "../../commands/options.ts";
import { advice } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { FORGE_HABITS, forgeNotes } from "./forge-habits.ts";
import { hostOptionsOf } from "./host-options.ts";
import type { ParsedWords } from "./parse.ts";

/** Values of the host's own options. */
export interface HostArguments {
  readonly rpcUrl?: string;
  readonly rpcHeaders?: readonly string[];
  readonly chain?: string;
  readonly verifierUrl?: string;
  readonly compiler?: readonly string[];
  readonly root?: string;
  readonly config?: string;
}

/** A command's words, as the command takes them. */
export interface CommandArguments {
  /** Options by name, and the positional arguments. */
  readonly own: Readonly<Record<string, unknown>>;
  readonly host: HostArguments;
  /** Sentences about what was typed from habit. */
  readonly notes: readonly string[];
}

/** `path/to/File.sol:Name`, which forge takes after the address. */
const FULLY_QUALIFIED = /^[^\s:]+\.(sol|vy|fe):\w+$/;
const HIGHEST_PORT = 65_535;
const NO_VERSION = "--compiler-version is not needed: the build is found by the code on chain.";

/** @throws VerifyContractError VC106 for what is no port, and for the service of another kind of verifier. */
export function argumentsOf(command: Command, { positional, values: typed }: ParsedWords): CommandArguments {
  refuseOtherVerifier(typed);
  // forge takes it beside a project, where it says what is known here.
  const { compilerVersion, ...others } = typed;
  const isOfForge = compilerVersion !== undefined && typed.stdJsonInput === undefined;
  const values = withHabits(isOfForge ? others : typed);
  const own: Record<string, unknown> = {};
  for (const { name, kind, default: byDefault } of optionsOf(command)) {
    const value = values[name] ?? byDefault;
    if (kind === "flag") own[name] = value === true || isNegated(name, values);
    else own[name] = kind === "port" ? port(name, String(value)) : value;
  }
  const host = Object.fromEntries(
    hostOptionsOf(command).flatMap(({ name }) =>
      values[name] === undefined ? [] : [[name, values[name]] as const],
    ),
  );
  return {
    own: { ...own, ...positionalOf(command, positional, own) },
    host,
    notes: [...forgeNotes(typed), ...(isOfForge ? [NO_VERSION] : [])],
  };
}

/** commander takes `--no-follow-proxy` for the opposite of `--follow-proxy`. */
function isNegated(name: string, values: ParsedWords["values"]): boolean {
  const [, first = "", rest = ""] = /^no([A-Z])(\w+)$/.exec(name) ?? [];
  return first !== "" && values[`${first.toLowerCase()}${rest}`] === false;
}

/** Sources do not go to a URL that was named for another kind of service. */
function refuseOtherVerifier({ verifier, verifierUrl }: ParsedWords["values"]): void {
  if (verifier === undefined || verifier === "sourcify" || verifierUrl === undefined) return;
  throw new VerifyContractError("VC106", {
    values: { option: "--verifier", value: String(verifier) },
    facts: [["Takes", "sourcify: --verifier-url is the base URL of a Sourcify v2 service"]],
    next: advice("leave out --verifier and --verifier-url, or name a Sourcify v2 service"),
  });
}

/** With what forge's options set of ours. */
function withHabits(values: ParsedWords["values"]): ParsedWords["values"] {
  const set = FORGE_HABITS.flatMap(({ name, sets }) =>
    sets === undefined || values[name] === undefined ? [] : [[sets, values[name]] as const],
  );
  return { ...Object.fromEntries(set), ...values };
}

function positionalOf(
  command: Command,
  words: readonly string[],
  { contract }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isName = (word: string | undefined): boolean =>
    word !== undefined && contract === undefined && FULLY_QUALIFIED.test(word);
  switch (command) {
    case "verify": {
      const [target = "", second, ...others] = words;
      return isName(second)
        ? { target, contract: second, arguments: others }
        : { target, arguments: words.slice(1) };
    }
    case "check": {
      const [target = "", second, ...others] = words;
      return isName(second) ? { targets: [target, ...others], contract: second } : { targets: words };
    }
    case "lock":
      return { targets: words };
    case "deployments":
      return { deployments: words };
    case "preflight":
      return { contracts: words };
    case "merge":
      return { reports: words };
    case "replay":
      return { evidence: words[0] ?? "" };
    case "status":
    case "serve":
      return {};
  }
}

function port(name: string, text: string): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= HIGHEST_PORT) return value;
  throw new VerifyContractError("VC106", {
    values: { option: flagOf(name), value: text },
    facts: [["Takes", `a port from 0 to ${HIGHEST_PORT}`]],
  });
}
