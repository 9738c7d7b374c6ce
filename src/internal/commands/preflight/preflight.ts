import type { ExitCode } from "../../report/outcome.ts";
import { commandLineOf } from "../command-line.ts";
import type { Host } from "../host.ts";
import type { ArgumentsOf } from "../options.ts";
import { requestOfOptions } from "../request.ts";
import { type Screens, show } from "../show-run.ts";
import { runPreflight } from "./run-preflight.ts";
import { preflightView } from "./view.ts";

/** The arguments of the command, as a host parses them. */
export type PreflightArguments = ArgumentsOf<"preflight"> & { readonly contracts: readonly string[] };

/** Says whether the contracts of the build will verify, and shows it. */
export function preflight(
  args: PreflightArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { contracts } = args;
  const line = commandLineOf("preflight", contracts, args, host);
  const { json, report, verbose } = args;
  // No notes of the host: they are about code on chain.
  return show(
    preflightView(args),
    { json, report, verbose, line, words: host.words },
    screens,
    (onProgress) =>
      runPreflight({ contracts, ...requestOfOptions("preflight", args), signal, onProgress }, host, line),
  );
}
