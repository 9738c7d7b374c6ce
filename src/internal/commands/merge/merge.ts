import { TOOL } from "../../domain/tool.ts";
import { mergeReports } from "../../report/merge-reports.ts";
import type { ExitCode } from "../../report/outcome.ts";
import { commandLineOf } from "../command-line.ts";
import { guardRun } from "../guard-run.ts";
import type { Host } from "../host.ts";
import type { ArgumentsOf } from "../options.ts";
import { type Screens, showRun } from "../show-run.ts";
import { readReports } from "./read-reports.ts";

/** The arguments of the command, as a host parses them. */
export type MergeArguments = ArgumentsOf<"merge"> & { readonly reports: readonly string[] };

/** Merges reports, and shows what came of it as a run of all of it would. */
export function merge(args: MergeArguments, screens: Screens, host: Host): Promise<ExitCode> {
  const { reports, json, report, quiet } = args;
  const line = commandLineOf("merge", reports, args, host);
  return showRun(
    "several",
    {
      json,
      report,
      quiet,
      line,
      words: host.words,
    },
    screens,
    () =>
      guardRun(host, undefined, async () => {
        const named = await readReports(reports);
        return mergeReports(named, TOOL);
      }),
  );
}
