import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { VerifyContractError } from "../../../errors/problem.ts";
import { renderProblem } from "../../../reports/terminal/problem.ts";
import { terminalStyle } from "../../../reports/terminal/style.ts";
import { nodeUrl } from "./node-url.ts";
import { projectCompilers } from "./project-compilers.ts";
import { serve } from "./serve.ts";

interface ServeArguments {
  readonly verificationPort: number;
  readonly queryPort: number;
  readonly statusPort: number;
}

/** Wrong use or a broken environment; nothing was sent anywhere. */
const EXIT_CODE_WRONG_USE = 2;

const serveAction: NewTaskActionFunction<ServeArguments> = async (args, { config, globalOptions }) => {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  try {
    const networkName = globalOptions.network ?? "default";
    await serve({
      networkName,
      rpcUrl: await nodeUrl(networkName, config.networks[networkName]),
      ports: { verification: args.verificationPort, query: args.queryPort, status: args.statusPort },
      compilers: await projectCompilers(config.solidity),
      print: (text) => process.stdout.write(`${text}\n`),
      signal: stop.signal,
    });
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    const style = terminalStyle(process.stderr.hasColors?.() ?? false);
    process.stderr.write(`${renderProblem(error.problem, style)}\n`);
    process.exitCode = EXIT_CODE_WRONG_USE;
  } finally {
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
  }
};

export default serveAction;
