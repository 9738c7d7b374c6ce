import { rename } from "node:fs/promises";
import { constants, gunzipSync } from "node:zlib";
import { VerifyContractError } from "../errors/problem.ts";
import type { RunRecording } from "../evidence/record.ts";
import type { Report } from "../report/model.ts";
import type { Secrets } from "../text/secrets.ts";
import { createTemporaryName, NO_EARLIER_REPORT, tryReportFile, unwritable } from "./write-reports.ts";

type EvidenceTarget = ConstructorParameters<typeof RunRecording>[2] & {
  /** The path as the user typed it. @default no evidence is kept */
  readonly file: string | undefined;
  readonly secrets: Secrets;
};

/** Saves the evidence even if the work fails because of invalid usage or a broken environment. */
export async function withEvidence(
  { file, secrets, ...run }: EvidenceTarget,
  work: (recording?: RunRecording) => Promise<Report>,
): Promise<Report> {
  if (file === undefined) return work();
  // If the file can't be written, fails before anything is sent.
  const place = await tryReportFile(file, keepOtherFile).catch((cause: unknown) => {
    throw unwritable(file, cause);
  });
  const temporary = createTemporaryName(place);
  const { RunRecording } = await import("../evidence/record.ts");
  const recording = new RunRecording(temporary, (text) => secrets.redact(text), run);
  const keep = async (ended: Parameters<RunRecording["finish"]>[0]): Promise<void> => {
    try {
      await recording.finish(ended);
      await rename(temporary, place);
    } catch (cause) {
      await recording.abandon();
      throw unwritable(file, cause);
    }
  };
  try {
    const report = await work(recording);
    await keep({ report });
    return report;
  } catch (error) {
    if (error instanceof VerifyContractError && error.code !== "VC801") await keep({ error });
    else await recording.abandon();
    throw error;
  }
}

const FIRST_LINE = /^\{"schema":"verify-contract-evidence\/\d+"/;

function keepOtherFile(head: Buffer): string | undefined {
  try {
    const begin = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
    return FIRST_LINE.test(begin) ? undefined : NO_EARLIER_REPORT;
  } catch {
    return NO_EARLIER_REPORT;
  }
}
