import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { type CheckArguments, check } from "../../../../commands/check/check.ts";
import { runTask } from "../../../../commands/run-task.ts";

/** Unpacks the runtime; the work is in `check`. */
const checkAction: NewTaskActionFunction<CheckArguments> = (args, hre) =>
  runTask((signal) => check(args, hre, { stdout: process.stdout, stderr: process.stderr }, signal));

export default checkAction;
