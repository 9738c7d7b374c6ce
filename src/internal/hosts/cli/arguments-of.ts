import { notNeeded } from "../../commands/habits.ts";
import { type Command, flagOf, optionsOf, positionalOf } from "../../commands/options.ts";
import { invalidValue } from "../../errors/invalid-value.ts";
import { advice } from "../../errors/next-step.ts";
import { FORGE_HABITS } from "./forge-habits.ts";
import { type HostArguments, hostOptionsOf } from "./host-options.ts";
import type { ParsedWords } from "./parse.ts";

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
const TAKES_NAME: ReadonlySet<Command> = new Set(["verify", "check"]);
const HIGHEST_PORT = 65_535;
/** forge prints JSON. */
const SHOWN = "--show-standard-json-input is --dry-run here: it shows what would be sent, and sends nothing.";

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
    own: { ...own, ...positionalWords(command, positional, own) },
    host,
    notes: [
      ...(typed.showStandardJsonInput === undefined ? [] : [SHOWN]),
      ...notNeeded(
        [...habitsIn(typed), ...(isOfForge ? ["--compiler-version"] : [])],
        "docs/command-line.md#options-of-forge",
      ),
    ],
  };
}

/** The flags of forge that were typed, and do nothing. This is a client of Sourcify anyway. */
function habitsIn(typed: ParsedWords["values"]): readonly string[] {
  return FORGE_HABITS.filter(
    ({ name, sets }) =>
      sets === undefined &&
      (typed[name] !== undefined || isNegated(name, typed)) &&
      !(name === "verifier" && typed[name] === "sourcify"),
  ).map(({ name }) => flagOf(name));
}

/** commander takes `--no-follow-proxy` for the opposite of `--follow-proxy`. */
function isNegated(name: string, values: ParsedWords["values"]): boolean {
  const [, first = "", rest = ""] = /^no([A-Z])(\w+)$/.exec(name) ?? [];
  return first !== "" && values[`${first.toLowerCase()}${rest}`] === false;
}

/** Sources do not go to a URL that was named for another kind of service. */
function refuseOtherVerifier({ verifier, verifierUrl }: ParsedWords["values"]): void {
  if (verifier === undefined || verifier === "sourcify" || verifierUrl === undefined) return;
  throw invalidValue(
    "--verifier",
    String(verifier),
    "sourcify: --verifier-url is the base URL of a Sourcify v2 service",
    { next: advice("leave out --verifier and --verifier-url, or name a Sourcify v2 service") },
  );
}

/** With what forge's options set of ours. */
function withHabits(values: ParsedWords["values"]): ParsedWords["values"] {
  const set = FORGE_HABITS.flatMap(({ name, sets }) =>
    sets === undefined || values[name] === undefined ? [] : [[sets, values[name]] as const],
  );
  return { ...Object.fromEntries(set), ...values };
}

/** With the name that forge takes after an address. */
function positionalWords(
  command: Command,
  typed: readonly string[],
  { contract }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const [, second = ""] = typed;
  const isNamed = TAKES_NAME.has(command) && contract === undefined && FULLY_QUALIFIED.test(second);
  const words = isNamed ? typed.filter((_, at) => at !== 1) : typed;
  const values = positionalOf(command).map(({ name, isList }, at) => [
    name,
    isList ? words.slice(at) : (words[at] ?? ""),
  ]);
  return { ...Object.fromEntries(values), ...(isNamed ? { contract: second } : {}) };
}

function port(name: string, text: string): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value <= HIGHEST_PORT) return value;
  throw invalidValue(flagOf(name), text, `a port from 0 to ${HIGHEST_PORT}`);
}
