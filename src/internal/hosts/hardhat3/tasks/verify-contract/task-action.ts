import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { runTask } from "../../../../commands/run-task.ts";
import { type VerifyArguments, verify } from "../../../../commands/verify-contract/verify.ts";

/** Unpacks the runtime; the work is in `verify`. */
const verifyContractAction: NewTaskActionFunction<VerifyArguments> = (args, hre) =>
  runTask((signal) => verify(args, hre, { stdout: process.stdout, stderr: process.stderr }, signal));

export default verifyContractAction;
