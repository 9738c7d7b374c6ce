import { type ArgumentsOf, type Command, type KindsOf, optionsOf, type ValueOfKind } from "./options.ts";
import { parseTimeout } from "./timeout-option.ts";

/** The keys of a request that the options of a command make. */
type RequestOf<C extends Command> = {
  readonly [Key in keyof KindsOf<C>]: ValueOfKind[KindsOf<C>[Key] & keyof ValueOfKind] | undefined;
};

/**
 * The request that the options of a command make. Its values are validated where requests of programs are.
 *
 * @throws VerifyContractError VC106 for a time that is no number.
 */
export function requestOfOptions<C extends Command>(command: C, args: ArgumentsOf<C>): RequestOf<C> {
  const entries = optionsOf(command).flatMap(({ name, key, kind }) => {
    const value: unknown = Reflect.get(args, name);
    return key === undefined ? [] : [[key, typeof value === "string" ? parsed(kind, value) : value]];
  });
  return Object.fromEntries(entries);
}

function parsed(kind: keyof ValueOfKind, value: string): unknown {
  if (kind === "list") return splitList(value);
  return kind === "seconds" ? parseTimeout(value) : value;
}

/** The values of a comma-separated list. */
export function splitList(value: string): readonly string[] {
  return value.split(",").map((each) => each.trim());
}
