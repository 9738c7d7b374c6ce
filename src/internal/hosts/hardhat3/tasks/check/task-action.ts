import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { type CheckArguments, check } from "../../../../commands/check.ts";
import { runCommand } from "../../../../commands/run-command.ts";
import { hardhatHost } from "../../host.ts";

const action: NewTaskActionFunction<CheckArguments> = (args, hre) => {
  const host = hardhatHost(hre);
  return runCommand(host, (screens, signal) => check(args, host, screens, signal));
};

export default action;
