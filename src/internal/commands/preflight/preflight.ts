import type { ExitCode } from "../../report/outcome.ts";
import { commandLineOf } from "../command-line.ts";
import type { Host } from "../host.ts";
import { pathsOfRun } from "../paths-read.ts";
import type { PreflightRequest } from "../preflight-request.ts";
import { type Screens, show } from "../show-run.ts";
import type { PreflightArguments } from "./arguments.ts";
import { runPreflight } from "./run-preflight.ts";
import { preflightView } from "./view.ts";

/** Says whether the contracts of the build will verify, and shows it. */
export function preflight(
  args: PreflightArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { contracts, ...options } = args;
  const line = commandLineOf("preflight", contracts, options, host);
  const reads = () => pathsOfRun(host, [args.buildInfo]);
  const { json, report, verbose } = args;
  // No notes of the host: they are about code on chain.
  return show(
    preflightView(args),
    { json, report, verbose, reads, line, words: host.words },
    screens,
    (onProgress) => {
      const { buildInfo, minMatch, compile } = args;
      const request = { contracts, buildInfo, minMatch, compile, signal, onProgress } as PreflightRequest;
      return runPreflight(request, host, line);
    },
  );
}
