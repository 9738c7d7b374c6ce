import { VerifyContractError } from "../../errors/problem.ts";
import { notEvidence } from "../../evidence/problems.ts";
import { replayFile } from "../../evidence/replay.ts";
import type { Report } from "../../report/model.ts";
import { readReport } from "../../report/read-report.ts";
import { guardRun } from "../guard-run.ts";
import type { Host } from "../host.ts";
import { validateRequest } from "../request.ts";
import type { ReplayRequest } from "../requests.ts";
import { ownWitnesses } from "./own-witnesses.ts";

/**
 * Computes the report of recorded evidence anew. Touches neither the console nor the exit code.
 *
 * @param asksNode Whether the node of the chosen network is asked, where no connection is given.
 * @throws VerifyContractError VC802 to VC809; the error that the recorded run ended with
 */
export function runReplay(request: ReplayRequest, host: Host, asksNode = false): Promise<Report> {
  return guardRun(host, undefined, async ({ host: guarded }) => {
    validateRequest(request, "replay", host.words);
    const { evidence: file = "" } = request;
    if (file === "")
      throw new VerifyContractError("VC802", {
        values: { file: "That" },
        facts: [["Reason", "no file was named"]],
      });
    const read = (value: unknown): Report => {
      try {
        return readReport(file, value).report;
      } catch (error) {
        if (!(error instanceof VerifyContractError)) throw error;
        const reasons = error.problem.facts.map(({ value: reason }) => reason);
        throw notEvidence(file, `its report can't be read: ${reasons.join("; ")}`, error);
      }
    };
    const own = await ownWitnesses(request, guarded, asksNode);
    const { header, report } = await replayFile(file, { words: host.words, readReport: read, own });
    return { ...report, replayOf: { recordedAt: header.startedAt, tool: header.tool } };
  });
}
