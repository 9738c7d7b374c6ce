import { type ArgumentsOf, flagOf, OPTIONS, optionsOf, SUBCOMMANDS } from "../domain/options.ts";
import { isTarget, parseTarget } from "../domain/target.ts";
import { advice, ownCommand, subcommand, withOptions } from "../errors/next-step.ts";
import { invalidValue } from "../errors/problem.ts";
import type { Report } from "../report/model.ts";
import { formatCount, joinWords } from "../text/amounts.ts";
import { findNearestName } from "../text/nearest.ts";
import { findErrorPage } from "./screen.ts";

/** @throws VC106 if an argument is probably an option, a subcommand or a second contract. */
export function noteHabits(args: Partial<ArgumentsOf<"verify"> & ArgumentsOf<"check">>): readonly string[] {
  const { target, arguments: others = [] } = args;
  const given = optionsOf(target === undefined ? "check" : "verify").flatMap(({ name, isHabit }) => {
    const value: unknown = isHabit ? Reflect.get(args, name) : undefined;
    return typeof value === "string" || value === true ? [{ as: flagOf(name), value }] : [];
  });
  // Misreading an option such as `--dry-run` as an argument could submit something.
  for (const { as, value } of [...others.map((value) => ({ as: ARGUMENT, value })), ...given]) {
    if (typeof value !== "string") continue;
    refuseSubcommand(as, value);
    refuseOption(as, value, args);
  }
  if (target !== undefined) {
    refuseSecondContract(target, others);
    parseTarget(target, SUBCOMMANDS);
  }
  return describeUnneeded(
    [...(others.length > 0 ? ["constructor arguments"] : []), ...given.map(({ as }) => as)],
    "docs/migrating.md",
  );
}

export function describeUnneeded(names: readonly string[], page: string): readonly string[] {
  return names.length === 0
    ? []
    : [`Not needed here: ${joinWords(names)}. See ${findErrorPage(page) ?? page}.`];
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
      `The command line has ${formatCount(typed.length, "constructor argument")}, the chain has ${decoded.length}.`,
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

const HOST_OPTIONS = ["network", "config", "help"];
const NAMES: readonly string[] = [...new Set([...OPTIONS.map(({ name }) => name), ...HOST_OPTIONS])];
/** Word processors replace an option's hyphens with other dashes or minus signs. Negative numbers aren't options. */
const DASHES = /^[\p{Pd}\u2212]+(?!\d)/u;
const WORD = /^[a-z]+$/i;

const ARGUMENT = "A constructor argument";

/** Refuses a second contract, because it would be ignored. */
function refuseSecondContract(target: string, others: readonly string[]): void {
  const [second] = others;
  if (second === undefined || ![target, ...others].every(isTarget)) return;
  throw invalidValue("The argument after the contract", second, undefined, {
    likely: "it is a second contract, but the command verifies only one",
    next: advice(
      "name one contract without constructor arguments; for several deployed contracts",
      ownCommand("deployments", []),
    ),
  });
}

function refuseSubcommand(as: string, value: string): void {
  const task = WORD.test(value) ? findNearestName(value, SUBCOMMANDS) : undefined;
  if (task === undefined) return;
  throw invalidValue(as, value, undefined, {
    likely: `did you mean the subcommand ${task}? It comes before the address`,
    next: subcommand(task, value),
  });
}

function refuseOption(as: string, value: string, args: object): void {
  const hasDashes = DASHES.test(value);
  const [written = ""] = value.replace(DASHES, "").split("=");
  const name = NAMES.find((known) => normalizeName(known) === normalizeName(written));
  if (name === undefined && !hasDashes) return;
  const isFlag = name !== undefined && typeof Reflect.get(args, name) === "boolean";
  throw invalidValue(as, value, undefined, {
    likely: `did you mean ${name === undefined ? "an option" : `the option ${flagOf(name)}`}?`,
    next: isFlag
      ? withOptions([flagOf(name)])
      : advice("leave out constructor arguments and libraries; they aren't needed"),
  });
}

/** Ignores case and hyphens: `dry-run` equals `dryRun`. */
function normalizeName(name: string): string {
  return name.replaceAll(/\p{Pd}/gu, "").toLowerCase();
}
