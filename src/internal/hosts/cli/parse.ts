import { CommanderError } from "commander";
import type { Command } from "../../commands/options.ts";
import { GivenTwice, parserOf } from "./parser.ts";

/** The words of a command, by name. */
export interface ParsedWords {
  readonly positional: readonly string[];
  /** Values of options by their names in camel case: a text, a list, or true for a flag. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Why words are no command. */
export type Misuse =
  | { readonly kind: "unknown-option"; readonly option: string }
  | { readonly kind: "no-value"; readonly option: string }
  | { readonly kind: "given-twice"; readonly option: string; readonly value: string }
  | { readonly kind: "too-many" };

export type Parsed =
  | ({ readonly kind: "command" } & ParsedWords)
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  | { readonly kind: "misuse"; readonly misuse: Misuse };

/** Parses the words of a command. Prints nothing. */
export function parse(command: Command, words: readonly string[]): Parsed {
  let help = "";
  const parser = parserOf(command).configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  try {
    // commander looks for excess arguments only where there is an action.
    parser.action(() => {}).parse(words, { from: "user" });
  } catch (error) {
    if (error instanceof GivenTwice)
      return { kind: "misuse", misuse: { kind: "given-twice", option: error.flag, value: error.value } };
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return { kind: "help", text: help };
    return { kind: "misuse", misuse: misuseOf(error) };
  }
  const values = parser.opts();
  if (values.version === true) return { kind: "version" };
  return { kind: "command", positional: parser.args, values };
}

/** commander says only in its message which option it is, between quotes. */
function misuseOf({ code, message }: CommanderError): Misuse {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? "";
  const option = /--[\w-]+/.exec(quoted)?.[0] ?? quoted;
  if (code === "commander.unknownOption") return { kind: "unknown-option", option };
  if (code === "commander.optionMissingArgument") return { kind: "no-value", option };
  return { kind: "too-many" };
}
