import { type ArgumentsOf, OPTIONS, SUBCOMMANDS } from "../domain/options.ts";
import { isTarget, parseTarget } from "../domain/target.ts";
import { advice, ownCommand } from "../errors/next-step.ts";
import { invalidValue } from "../errors/problem.ts";
import type { Report } from "../report/model.ts";
import { formatCount } from "../text/amounts.ts";
import { findNearestName } from "../text/nearest.ts";

/** @throws VC106 if an argument is probably an option, a subcommand or a second contract. */
export function noteHabits(args: Partial<ArgumentsOf<"verify"> & ArgumentsOf<"check">>): readonly string[] {
  const { target, arguments: others = [], constructorArgs, constructorArgsPath } = args;
  for (const value of others) refuseMisplaced("A constructor argument", value);
  refuseMisplaced("--constructor-args", constructorArgs);
  refuseMisplaced("--constructor-args-path", constructorArgsPath);
  if (target !== undefined) {
    refuseSecondContract(target, others);
    parseTarget(target, SUBCOMMANDS);
  }
  const isGiven = others.length > 0 || constructorArgs !== undefined || constructorArgsPath !== undefined;
  return isGiven ? ["Constructor arguments aren't needed: they are read from the chain."] : [];
}

/** Returns notes about typed constructor arguments that differ from those on chain, with both values. */
export function compareArguments(
  typed: readonly string[],
  { contracts }: Pick<Report, "contracts">,
): readonly string[] {
  const [only] = contracts;
  const decoded = only?.constructorArguments?.decoded ?? undefined;
  if (typed.length === 0 || decoded === undefined || contracts.length > 1) return [];
  if (typed.length !== decoded.length)
    return [
      `The command line has ${formatCount(typed.length, "constructor argument")}, but the chain has ${decoded.length}.`,
    ];
  const differing = decoded.flatMap(({ type, name, value }, index) => {
    const word = typed[index] ?? "";
    const isScalar = !/[\]t]$|^tuple/.test(type) || /int\d*$/.test(type);
    return !isScalar || normalizeValue(word) === normalizeValue(value)
      ? []
      : [`${`${type} ${name}`.trim()} is ${value} on chain, but ${word} on the command line`];
  });
  return differing.map((text) => `Constructor arguments differ: ${text}.`);
}

/** Normalizes a number: decimal or hexadecimal, with or without `_`, in upper or lower case. */
function normalizeValue(text: string): string {
  const plain = text.trim().replace(/^"(.*)"$/, "$1");
  const number = plain.replaceAll("_", "");
  return /^(?:-?\d+|0x[0-9a-f]{1,64})$/i.test(number) && !/^0x.{40}$/.test(number)
    ? (number.startsWith("-") ? -BigInt(number.slice(1)) : BigInt(number)).toString()
    : plain.toLowerCase();
}

/** Refuses a second contract, because it would be ignored. */
function refuseSecondContract(target: string, others: readonly string[]): void {
  const [second] = others;
  if (second === undefined || ![target, ...others].every(isTarget)) return;
  throw invalidValue("The argument after the contract", second, undefined, {
    likely: "it is a second contract, but the command verifies only one",
    next: advice(
      "specify one contract, without constructor arguments; for several deployed contracts",
      ownCommand("deployments", []),
    ),
  });
}

const HOST_OPTIONS = ["network", "config", "help"];
const NAMES: ReadonlySet<string> = new Set(
  [...OPTIONS.map(({ name }) => name), ...HOST_OPTIONS].map(normalizeName),
);
/** Word processors replace an option's hyphens with other dashes or minus signs. Negative numbers aren't options. */
const DASHES = /^[\p{Pd}\u2212]+(?!\d)/u;
const WORD = /^[a-z]+$/i;

/**
 * If an option such as `--dry-run`, or the subcommand `check`, were taken for an argument, the run could submit
 * something. A program may pass a value of any type.
 */
function refuseMisplaced(as: string, value: unknown): void {
  if (typeof value !== "string") return;
  const [name = ""] = value.replace(DASHES, "").split("=");
  const isOption = DASHES.test(value) || NAMES.has(normalizeName(name));
  if (!isOption && (!WORD.test(value) || findNearestName(value, SUBCOMMANDS) === undefined)) return;
  throw invalidValue(as, value, undefined, {
    likely: `it looks like ${isOption ? "an option" : "a subcommand"}`,
    next: advice(
      isOption
        ? "write options with two hyphens, and leave out constructor arguments"
        : "write the subcommand before the address, and leave out constructor arguments",
    ),
  });
}

/** Ignores case and hyphens: `dry-run` equals `dryRun`. */
function normalizeName(name: string): string {
  return name.replaceAll(/\p{Pd}/gu, "").toLowerCase();
}
