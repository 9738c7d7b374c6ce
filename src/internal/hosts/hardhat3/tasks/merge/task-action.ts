import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { type MergeArguments, merge } from "../../../../commands/merge/merge.ts";
import { runTask } from "../../../../commands/run-task.ts";

/** Unpacks the streams; the work is in `merge`. It asks nobody. */
const mergeAction: NewTaskActionFunction<MergeArguments> = (args, hre) =>
  runTask(() => merge(args, { stdout: process.stdout, stderr: process.stderr }, hre));

export default mergeAction;
