import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { runTask } from "../../run-task.ts";
import { type CheckArguments, check } from "./check.ts";

/** Unpacks the runtime; the work is in `check`. */
const checkAction: NewTaskActionFunction<CheckArguments> = (args, hre) =>
  runTask((signal) => check(args, hre, { stdout: process.stdout, stderr: process.stderr }, signal));

export default checkAction;
