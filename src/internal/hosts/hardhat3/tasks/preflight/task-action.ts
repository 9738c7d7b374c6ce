import type { NewTaskActionFunction } from "hardhat/types/tasks";
import type { PreflightArguments } from "../../../../commands/preflight/arguments.ts";
import { preflight } from "../../../../commands/preflight/preflight.ts";
import { runCommand } from "../../../../commands/run-command.ts";
import { hardhatHost } from "../../host.ts";

const action: NewTaskActionFunction<PreflightArguments> = (args, hre) => {
  const host = hardhatHost(hre);
  return runCommand(host, (screens, signal) => preflight(args, host, screens, signal));
};

export default action;
