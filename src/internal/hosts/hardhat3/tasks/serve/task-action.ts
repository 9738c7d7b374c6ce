import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { commandLineOf } from "../../../../commands/command-line.ts";
import { runTask } from "../../../../commands/run-task.ts";
import { nodeUrl } from "../../../../commands/serve/node-url.ts";
import { serve } from "../../../../commands/serve/serve.ts";
import { projectCompilers } from "../../project-compilers.ts";

interface ServeArguments {
  readonly verificationPort: number;
  readonly queryPort: number;
  readonly statusPort: number;
}

/** Unpacks the runtime; the work is in `serve`. */
const serveAction: NewTaskActionFunction<ServeArguments> = (args, hre) =>
  runTask(
    async (signal) => {
      const { config, globalOptions } = hre;
      const networkName = globalOptions.network ?? "default";
      await serve({
        networkName,
        rpcUrl: await nodeUrl(networkName, config.networks[networkName]),
        ports: { verification: args.verificationPort, query: args.queryPort, status: args.statusPort },
        compilers: await projectCompilers(config),
        print: (text) => process.stdout.write(`${text}\n`),
        signal,
      });
      return 0;
    },
    commandLineOf(["verify-contract", "serve"], [], args, hre),
  );

export default serveAction;
