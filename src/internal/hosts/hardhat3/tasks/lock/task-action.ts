import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { type LockArguments, lock } from "../../../../commands/lock.ts";
import { runCommand } from "../../../../commands/run-command.ts";
import { hardhatHost } from "../../host.ts";

const action: NewTaskActionFunction<LockArguments> = (args, hre) => {
  const host = hardhatHost(hre);
  return runCommand(host, (screens, signal) => lock(args, host, screens, signal));
};

export default action;
