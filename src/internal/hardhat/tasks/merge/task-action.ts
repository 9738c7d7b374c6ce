import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { runTask } from "../../run-task.ts";
import { type MergeArguments, merge } from "./merge.ts";

/** Unpacks the streams; the work is in `merge`. It asks nobody. */
const mergeAction: NewTaskActionFunction<MergeArguments> = (args, hre) =>
  runTask(() => merge(args, { stdout: process.stdout, stderr: process.stderr }, hre));

export default mergeAction;
