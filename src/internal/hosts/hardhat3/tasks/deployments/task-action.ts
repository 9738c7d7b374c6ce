import type { NewTaskActionFunction } from "hardhat/types/tasks";
import {
  type DeploymentsArguments,
  verifyAllDeployments,
} from "../../../../commands/deployments/deployments.ts";
import { runTask } from "../../../../commands/run-task.ts";

/** Unpacks the runtime; the work is in `verifyAllDeployments`. */
const deploymentsAction: NewTaskActionFunction<DeploymentsArguments> = (args, hre) =>
  runTask((signal) =>
    verifyAllDeployments(args, hre, { stdout: process.stdout, stderr: process.stderr }, signal),
  );

export default deploymentsAction;
