import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { runTask } from "../../../../commands/run-task.ts";
import { type StatusArguments, status } from "../../../../commands/status/status.ts";

/** Unpacks the runtime; the work is in `status`. */
const statusAction: NewTaskActionFunction<StatusArguments> = (args, hre) =>
  runTask((signal) => status(args, hre, { stdout: process.stdout, stderr: process.stderr }, signal));

export default statusAction;
