import { parseTarget } from "../domain/target.ts";
import { listWords } from "../text/amounts.ts";
import { type ArgumentsOf, flagOf, optionsOf } from "./options.ts";
import { refuseMisread } from "./refuse-misread.ts";

/** What a command was given, with what other tools take and this one has no need of. */
interface HabitArguments extends Partial<ArgumentsOf<"check">> {
  /** The contract. */
  readonly target?: string;
  /** What stands after it. */
  readonly arguments?: readonly string[];
}

/**
 * A sentence about what was given and is not needed.
 *
 * @param args All arguments of the command, as a host parses them.
 * @throws VC106 for what was probably meant as an option, a sub-command or a second contract. VC101 to VC103 for a target
 * that is none: what stands after it is then no constructor argument.
 */
export function habitNotes(args: HabitArguments): readonly string[] {
  const { target, arguments: others = [] } = args;
  const values = optionsOf(target === undefined ? "check" : "verify").flatMap(({ name, isHabit }) => {
    const value: unknown = isHabit ? Reflect.get(args, name) : undefined;
    return typeof value === "string" || value === true ? [[name, value] as const] : [];
  });
  const texts = values.filter((entry): entry is readonly [string, string] => entry[1] !== true);
  refuseMisread(args, others, Object.fromEntries(texts));
  if (target !== undefined) parseTarget(target);
  return notNeeded(
    [...(others.length > 0 ? ["constructor arguments"] : []), ...values.map(([name]) => flagOf(name))],
    "docs/migrating.md",
  );
}

/** One sentence, with the page that says why; none for nothing. */
export function notNeeded(names: readonly string[], page: string): readonly string[] {
  return names.length === 0 ? [] : [`Not needed here: ${listWords(names)}. See ${page}.`];
}
