import type { ExitCode } from "../report/outcome.ts";
import { commandLineOf } from "./command-line.ts";
import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import type { Host } from "./host.ts";
import { parseRequired } from "./require-option.ts";
import { runDeployments } from "./run-deployments.ts";
import { deploymentInputs, runInputs } from "./run-inputs.ts";
import { type Screens, type Shown, showBatch } from "./show-run.ts";
import { parseTimeout } from "./timeout-option.ts";

/** The arguments of the command, as a host parses them. */
export interface DeploymentsArguments extends Shown {
  readonly deployments: readonly string[];
  readonly buildInfo: string | undefined;
  readonly sources: string;
  readonly minMatch: string | undefined;
  readonly requireCreation: boolean;
  readonly followProxy: boolean;
  readonly pickIdentical: boolean;
  readonly force: boolean;
  readonly fresh: boolean;
  readonly dryRun: boolean;
  readonly bail: boolean;
  readonly shard: string | undefined;
  readonly require: string | undefined;
  readonly timeout: string | undefined;
}

/** Verifies, and shows it. */
export function verifyAllDeployments(
  args: DeploymentsArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { deployments: targets, ...options } = args;
  const line = commandLineOf(["verify-contract", "deployments"], targets, options, host);
  const inputs = () => runInputs(host, [...args.deployments, args.buildInfo]);
  return showBatch({ ...args, inputs, line, notes: host.notes }, screens, (onProgress, refuse) =>
    runDeployments({ ...requestOf(args), signal, onProgress }, host, (deployments) =>
      refuse(deploymentInputs(deployments)),
    ),
  );
}

function requestOf({
  json: _json,
  report: _report,
  require,
  timeout,
  sources,
  minMatch,
  ...same
}: DeploymentsArguments): VerifyDeploymentsRequest {
  return {
    ...same,
    // Validated where requests of programs are validated too.
    sources: sources as "auto",
    minMatch: minMatch as "match" | undefined,
    require: require === undefined ? undefined : parseRequired(require),
    timeout: timeout === undefined ? undefined : parseTimeout(timeout),
  };
}
