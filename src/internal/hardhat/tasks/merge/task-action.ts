import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { runTask } from "../../run-task.ts";
import { type MergeArguments, merge } from "./merge.ts";

/** Unpacks the streams; the work is in `merge`. It asks nobody, and needs no runtime. */
const mergeAction: NewTaskActionFunction<MergeArguments> = (args) =>
  runTask(() => merge(args, { stdout: process.stdout, stderr: process.stderr }));

export default mergeAction;
