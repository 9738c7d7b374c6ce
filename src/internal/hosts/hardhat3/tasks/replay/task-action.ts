import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { type ReplayArguments, replay } from "../../../../commands/replay/replay.ts";
import { runCommand } from "../../../../commands/run-command.ts";
import { hardhatHost } from "../../host.ts";

const action: NewTaskActionFunction<ReplayArguments> = (args, hre) => {
  const host = hardhatHost(hre);
  return runCommand(host, (screens, signal) => replay(args, host, screens, signal));
};

export default action;
