import { mergeReports } from "../../../reports/merge-reports.ts";
import type { ExitCode } from "../../../reports/outcome.ts";
import { TOOL } from "../../../tool.ts";
import { namedInputs } from "../../run-inputs.ts";
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
  return showBatch({ ...shown, inputs: async () => namedInputs(reports) }, screens, async (_, refuse) => {
    const named = await readReports(reports);
    // In a folder of reports those of this tool are read, too.
    await refuse(namedInputs(named.map(({ name }) => name)));
    return mergeReports(named, TOOL);
  });
}
