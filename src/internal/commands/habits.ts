import { parseTarget } from "../domain/target.ts";
import { refuseMisread } from "./refuse-misread.ts";

/** What Hardhat's own plugin takes, and this one has no need of. It is accepted, and answered with a sentence. */
export interface HabitArguments {
  /** The contract. */
  readonly target?: string;
  /** What stands after it. */
  readonly arguments?: readonly string[];
  readonly constructorArgs?: string | undefined;
  readonly constructorArgsPath?: string | undefined;
  readonly librariesPath?: string | undefined;
}

/**
 * A sentence for each that was given.
 *
 * @throws VC106 for what was probably meant as an option, a sub-command or a second contract. VC101 to VC103 for a target
 * that is none: what stands after it is then no constructor argument.
 */
export function habitNotes(args: HabitArguments): readonly string[] {
  const { arguments: others = [], constructorArgs, constructorArgsPath, librariesPath } = args;
  refuseMisread(args, others, { constructorArgs, constructorArgsPath, librariesPath });
  if (args.target !== undefined) parseTarget(args.target);
  const hasArguments =
    others.length > 0 || constructorArgs !== undefined || constructorArgsPath !== undefined;
  return [
    ...(hasArguments ? ["Constructor arguments are not needed: they are read from the creation code."] : []),
    ...(librariesPath === undefined
      ? []
      : ["--libraries-path is not needed: the addresses of libraries are read from the code."]),
  ];
}
