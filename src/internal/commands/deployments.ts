import type { ExitCode } from "../report/outcome.ts";
import { seesFacts } from "./audience.ts";
import { commandLineOf } from "./command-line.ts";
import type { Host } from "./host.ts";
import type { ArgumentsOf } from "./options.ts";
import { pathsOfDeployments, pathsOfRun } from "./paths-read.ts";
import { requestOfOptions } from "./request.ts";
import { runDeployments } from "./run-batch.ts";
import { showBatch } from "./show-batch.ts";
import type { Screens } from "./show-run.ts";

/** The arguments of the command, as a host parses them. */
export type DeploymentsArguments = ArgumentsOf<"deployments"> & { readonly deployments: readonly string[] };

/** Verifies, and shows it. */
export function verifyAllDeployments(
  args: DeploymentsArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { deployments } = args;
  const line = commandLineOf("deployments", deployments, args, host);
  const reads = () => pathsOfRun(host, [...deployments, args.buildInfo, args.evidence]);
  const { json, report, verbose, quiet } = args;
  return showBatch(
    { json, report, verbose, quiet, reads, line, words: host.words, notes: host.notes },
    screens,
    (onProgress, refuse) =>
      runDeployments(
        { deployments, ...requestOfOptions("deployments", args), signal, onProgress },
        host,
        (found) => refuse(pathsOfDeployments(found)),
        seesFacts(args),
      ),
  );
}
