import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { type DeploymentsArguments, verifyAllDeployments } from "../../../../commands/deployments.ts";
import { runCommand } from "../../../../commands/run-command.ts";
import { hardhatHost } from "../../host.ts";

const action: NewTaskActionFunction<DeploymentsArguments> = (args, hre) => {
  const host = hardhatHost(hre);
  return runCommand(host, (screens, signal) => verifyAllDeployments(args, host, screens, signal));
};

export default action;
