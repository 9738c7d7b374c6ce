import { isTarget, TASKS } from "../domain/target.ts";
import { advice, own, subcommand, withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { nearestNames } from "../text/nearest.ts";
import { flagOf, OPTIONS } from "./options.ts";

const HOST_OPTIONS = ["network", "config", "help"];
const NAMES: readonly string[] = [...new Set([...OPTIONS.map(({ name }) => name), ...HOST_OPTIONS])];
/** Every dash, and the minus sign: word processors write them for the hyphens of an option. A number is no option. */
const DASHES = /^[\p{Pd}\u2212]+(?!\d)/u;
const WORD = /^[a-z]+$/i;

/** A value that the command line took for something that is not needed. */
interface Taken {
  /** What took it: an option, or "A constructor argument". */
  readonly as: string;
  readonly value: string;
}

/**
 * Refuses values that were probably meant as an option or a sub-command, because that may be one that sends nothing, and
 * contracts that would not be looked at.
 *
 * @param args All arguments of the command, as a host parses them.
 * @throws VC106
 */
export function refuseMisread(
  args: { readonly target?: string },
  others: readonly string[],
  values: Readonly<Record<string, string | undefined>>,
): void {
  const ofOptions = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ as: flagOf(name), value }],
  );
  for (const taken of [...others.map((value) => ({ as: "A constructor argument", value })), ...ofOptions]) {
    refuseSubcommand(taken);
    refuseOption(taken, args);
  }
  const [second] = others;
  if (second === undefined || ![args.target ?? "", ...others].every(isTarget)) return;
  throw new VerifyContractError("VC106", {
    values: { option: "A constructor argument", value: second },
    likely: "a second contract is meant, and one command takes one contract",
    next: advice(
      "name one contract, and leave out constructor arguments; for what was deployed together",
      own("deployments"),
    ),
  });
}

function refuseSubcommand({ as, value }: Taken): void {
  const [task] = WORD.test(value) ? nearestNames(value, TASKS, 1) : [];
  if (task === undefined) return;
  throw new VerifyContractError("VC106", {
    values: { option: as, value },
    likely: `the sub-command ${task} is meant, which stands before the address`,
    next: subcommand(task, value),
  });
}

function refuseOption({ as, value }: Taken, args: object): void {
  const hasDashes = DASHES.test(value);
  const [written = ""] = value.replace(DASHES, "").split("=");
  const name = NAMES.find((known) => plain(known) === plain(written));
  if (name === undefined && !hasDashes) return;
  const isFlag = name !== undefined && typeof Reflect.get(args, name) === "boolean";
  throw new VerifyContractError("VC106", {
    values: { option: as, value },
    likely: name === undefined ? "an option is meant" : `the option ${flagOf(name)} is meant`,
    next: isFlag
      ? withOptions([flagOf(name)])
      : advice("leave out constructor arguments and libraries, which are not needed"),
  });
}

/** Case and hyphens aside: dry-run, dryRun. */
function plain(name: string): string {
  return name.replaceAll(/\p{Pd}/gu, "").toLowerCase();
}
