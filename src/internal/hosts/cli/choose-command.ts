import { type Command, flagOf, OPTIONS, SUBCOMMANDS } from "../../commands/options.ts";
import { FORGE_HABITS } from "./forge-habits.ts";
import { type AnyOption, HOST_OPTIONS } from "./host-options.ts";

/** Whatever option: of a command, of the command line itself, or typed from habit. */
export const ALL_OPTIONS: readonly AnyOption[] = [...OPTIONS, ...HOST_OPTIONS, ...FORGE_HABITS];

/** As it is typed: `-n` where it has a letter, and `--name`. */
export function flagsOf({ name, short }: AnyOption): readonly string[] {
  return short === undefined ? [flagOf(name)] : [`-${short}`, flagOf(name)];
}

/** What verifies has no word of its own; people type these, the second from forge's habit. */
const OF_VERIFYING: ReadonlySet<string> = new Set(["verify", "verify-contract"]);

/** Options that take the word after them. */
const TAKE_A_VALUE: ReadonlySet<string> = new Set(
  ALL_OPTIONS.filter(({ value }) => value !== undefined).flatMap(flagsOf),
);

/** What was typed, apart: the command, and the rest of the words as they were. */
export interface ChosenCommand {
  readonly command: Command;
  readonly words: readonly string[];
  /** The first word that is neither an option nor an option's value. */
  readonly first: string | undefined;
}

/**
 * Finds the command, which may stand after options. What is no sub-command is for the command that verifies.
 *
 * @param words Of the command line, after the program.
 */
export function chooseCommand(words: readonly string[]): ChosenCommand {
  const at = firstOperand(words);
  const first = words[at];
  const rest = words.filter((_, index) => index !== at);
  if (OF_VERIFYING.has(first ?? ""))
    return { command: "verify", words: rest, first: rest[firstOperand(rest)] };
  if (first === "help") return { ...chooseCommand(rest), words: ["--help"] };
  if (first === undefined || !SUBCOMMANDS.includes(first)) return { command: "verify", words, first };
  return { command: first as Command, words: rest, first };
}

/** Its index, -1 for none. */
function firstOperand(words: readonly string[]): number {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") return -1;
    if (!word.startsWith("-") || word === "-") return at;
    if (TAKE_A_VALUE.has(word)) at++;
  }
  return -1;
}
