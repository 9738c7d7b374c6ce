import { notNeeded } from "../../commands/habits.ts";
import { type Command, optionsOf, positionalOf } from "../../commands/options.ts";
import { invalidValue } from "../../errors/invalid-value.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { nearestNames } from "../../text/nearest.ts";
import type { Runtime } from "./runtime.ts";

type Values = Readonly<Record<string, unknown>>;

/** What a task was given, as its command takes it. */
export interface TaskArguments {
  readonly own: Values;
  /** Sentences about what was given from habit. */
  readonly notes: readonly string[];
}

/** What `verify:verify` of Hardhat's own plugin takes, and this one has no need of. */
const HABITS: ReadonlySet<string> = new Set(["constructorArguments", "libraries"]);

/** Keys of a request that a task can't have: it prints its progress, and Hardhat chose its network. */
const OF_CALLS: ReadonlySet<string> = new Set(["signal", "onProgress", "connection"]);

/**
 * The arguments of a command, from those of its task: of the command line, or of `hre.run` in a program, which may also use the
 * names that a request has. Hardhat passes on any name that a program gives.
 *
 * @throws VerifyContractError VC106 for a name that the command does not have, and for an address that is no text.
 */
export function taskArguments(
  command: Command,
  args: Values,
  { hardhatArguments }: Pick<Runtime, "hardhatArguments">,
): TaskArguments {
  const positional = positionalOf(command);
  const many = positional.find(({ isList }) => isList)?.name;
  const address = positional.find(({ isAddress }) => isAddress)?.name;
  const names = new Map<string, string>([
    ...positional.map(({ name }) => [name, name] as const),
    ...optionsOf(command).flatMap(({ name, key = name }) => [[name, name] as const, [key, name] as const]),
    ...(address === undefined ? [] : [["address", address] as const]),
  ]);
  const own: Record<string, unknown> = {};
  const habits: string[] = [];
  for (const [name, value] of Object.entries(args)) {
    const known = names.get(name);
    if (value === undefined) continue;
    // Hardhat lets a program give one text for several.
    if (known !== undefined) own[known] = known === many ? [value, own[known] ?? []].flat() : value;
    else if (address !== undefined && HABITS.has(name)) habits.push(name);
    else throw unknownArgument(name, [...names.keys()]);
  }
  refuseMistyped(args.address);
  if (command === "verify") own.target ??= "";
  // `--verbose` is Hardhat's own option, and no task may have another.
  if (names.has("verbose")) own.verbose ??= hardhatArguments.verbose ?? false;
  return { own, notes: notNeeded(habits, "docs/migrating.md#from-hardhat-verify-2") };
}

function refuseMistyped(address: unknown): void {
  if (address === undefined || typeof address === "string") return;
  throw new VerifyContractError("VC106", {
    values: { option: "address", value: typeof address },
    facts: [["Expected", "a string"]],
  });
}

function unknownArgument(name: string, names: readonly string[]): VerifyContractError {
  const [nearest] = nearestNames(name, names, 1);
  const call = "a call of hardhat-verify-contract/hardhat2 is meant, such as verifyContract(request, hre)";
  return invalidValue("An argument of the task", name, names.join(", "), {
    likely: OF_CALLS.has(name) ? call : nearest === undefined ? undefined : `"${nearest}" is meant`,
  });
}
