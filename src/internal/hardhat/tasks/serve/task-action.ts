import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { commandLineOf } from "../../command-line.ts";
import { projectCompilers } from "../../project-compilers.ts";
import { runTask } from "../../run-task.ts";
import { nodeUrl } from "./node-url.ts";
import { serve } from "./serve.ts";

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
