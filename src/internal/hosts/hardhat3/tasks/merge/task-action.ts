import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { type MergeArguments, merge } from "../../../../commands/merge/merge.ts";
import { runCommand } from "../../../../commands/run-command.ts";
import { hardhatHost } from "../../host.ts";

const action: NewTaskActionFunction<MergeArguments> = (args, hre) => {
  const host = hardhatHost(hre);
  return runCommand(host, (screens) => merge(args, screens, host));
};

export default action;
