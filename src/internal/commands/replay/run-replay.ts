import { VerifyContractError } from "../../errors/problem.ts";
import { notEvidence } from "../../evidence/read/problems.ts";
import { replayFile } from "../../evidence/replay/replay-file.ts";
import type { Report } from "../../report/model.ts";
import { reportReader } from "../../report/read-report.ts";
import { guardRun } from "../guard-run.ts";
import type { Host } from "../host.ts";
import { readReportSchema } from "../merge/read-reports.ts";

/** Which evidence to replay. */
export interface ReplayRequest {
  /** Path of a file that `--evidence` wrote. */
  readonly evidence: string;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Computes the report of recorded evidence anew, without a network. Touches neither the console nor the exit code.
 *
 * @throws VerifyContractError VC802 to VC808; the error that the recorded run ended with
 */
export function runReplay({ evidence: file }: ReplayRequest, host: Host): Promise<Report> {
  return guardRun(host, undefined, async () => {
    if (file === "")
      throw new VerifyContractError("VC802", {
        values: { file: "That" },
        facts: [["Reason", "no file was named"]],
      });
    const read = reportReader(await readReportSchema());
    const readReport = (value: unknown): Report => {
      try {
        return read(file, value).report;
      } catch (error) {
        if (!(error instanceof VerifyContractError)) throw error;
        const reasons = error.problem.facts.map(({ value: reason }) => reason);
        throw notEvidence(file, `its report can't be read: ${reasons.join("; ")}`, error);
      }
    };
    const { report } = await replayFile(file, { words: host.words, readReport });
    return report;
  });
}
