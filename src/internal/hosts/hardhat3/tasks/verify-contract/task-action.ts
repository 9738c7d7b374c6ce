import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { runCommand } from "../../../../commands/run-command.ts";
import { type VerifyArguments, verify } from "../../../../commands/verify.ts";
import { hardhatHost } from "../../host.ts";

const action: NewTaskActionFunction<VerifyArguments> = (args, hre) => {
  const host = hardhatHost(hre);
  return runCommand(host, (screens, signal) => verify(args, host, screens, signal));
};

export default action;
