import { TASKS } from "../domain/target.ts";
import { subcommand } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";

/** What Hardhat's own plugin takes, and this one has no need of. It is accepted, and answered with a sentence. */
export interface HabitArguments {
  /** What stands after the address. */
  readonly arguments?: readonly string[];
  readonly constructorArgs?: string | undefined;
  readonly constructorArgsPath?: string | undefined;
  readonly librariesPath?: string | undefined;
}

/**
 * A sentence for each that was given.
 *
 * @throws VC106 for the name of a sub-command after the address: what was meant may send nothing.
 */
export function habitNotes(args: HabitArguments): readonly string[] {
  const [first] = args.arguments ?? [];
  if (first !== undefined && TASKS.includes(first)) {
    throw new VerifyContractError("VC106", {
      values: { option: "A constructor argument", value: first },
      likely: `the sub-command ${first} is meant, which stands before the address`,
      next: subcommand(first, first),
    });
  }
  const hasArguments =
    first !== undefined || args.constructorArgs !== undefined || args.constructorArgsPath !== undefined;
  return [
    ...(hasArguments ? ["Constructor arguments are not needed: they are read from the creation code."] : []),
    ...(args.librariesPath === undefined
      ? []
      : ["--libraries-path is not needed: the addresses of libraries are read from the code."]),
  ];
}
