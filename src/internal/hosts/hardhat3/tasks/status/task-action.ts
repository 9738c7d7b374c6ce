import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { runCommand } from "../../../../commands/run-command.ts";
import { type StatusArguments, status } from "../../../../commands/status/status.ts";
import { hardhatHost } from "../../host.ts";

const action: NewTaskActionFunction<StatusArguments> = (args, hre) => {
  const host = hardhatHost(hre);
  return runCommand(host, (screens, signal) => status(args, host, screens, signal));
};

export default action;
