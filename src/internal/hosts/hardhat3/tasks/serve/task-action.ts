import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { runCommand } from "../../../../commands/run-command.ts";
import { type ServeArguments, serve } from "../../../../commands/serve/serve.ts";
import { hardhatHost } from "../../host.ts";

const action: NewTaskActionFunction<ServeArguments> = (args, hre) => {
  const host = hardhatHost(hre);
  return runCommand(host, (screens, signal) => serve(args, host, screens, signal));
};

export default action;
