import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { runTask } from "../../run-task.ts";
import { type DeploymentsArguments, verifyAllDeployments } from "./deployments.ts";

/** Unpacks the runtime; the work is in `verifyAllDeployments`. */
const deploymentsAction: NewTaskActionFunction<DeploymentsArguments> = (args, hre) =>
  runTask((signal) =>
    verifyAllDeployments(args, hre, { stdout: process.stdout, stderr: process.stderr }, signal),
  );

export default deploymentsAction;
