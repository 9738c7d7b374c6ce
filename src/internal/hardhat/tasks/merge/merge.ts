import { mergeReports } from "../../../reports/merge-reports.ts";
import type { ExitCode } from "../../../reports/outcome.ts";
import { TOOL } from "../../../tool.ts";
import { type Screens, showBatch } from "../show-run.ts";
import { readReports } from "./read-reports.ts";

/** The task's arguments, as Hardhat parses them. */
export interface MergeArguments {
  readonly reports: readonly string[];
  readonly json: boolean;
  readonly report: string | undefined;
}

/** Merges reports, and shows what came of it as a run of all of it would. */
export function merge({ reports, ...shown }: MergeArguments, screens: Screens): Promise<ExitCode> {
  return showBatch(shown, screens, async () => mergeReports(await readReports(reports), TOOL));
}
