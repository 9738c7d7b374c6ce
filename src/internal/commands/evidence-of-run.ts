import { rename } from "node:fs/promises";
import { constants, gunzipSync } from "node:zlib";
import { VerifyContractError } from "../errors/problem.ts";
import type { RunRecording } from "../evidence/record.ts";
import type { Report } from "../report/model.ts";
import type { Secrets } from "../text/secrets.ts";
import { NO_EARLIER_REPORT, temporaryFor, tryReportFile, unwritable } from "./report-file.ts";

/** Where evidence goes, and whose it is. */
export interface EvidenceTarget {
  /** As the user named it. @default none is kept */
  readonly file: string | undefined;
  readonly command: "verify" | "check" | "deployments";
  /** Whether the command names one contract. */
  readonly scope: "one" | "several";
  readonly startedAt: Date;
  /** Taken out of all that is written. */
  readonly secrets: Secrets;
}

/**
 * Runs work, and keeps what it rests on in a file, also where it ends with wrong use or a broken environment.
 *
 * @throws VerifyContractError VC801 where the file can't be written; what the work throws
 */
export async function withEvidence(
  { file, secrets, ...run }: EvidenceTarget,
  work: (recording?: RunRecording) => Promise<Report>,
): Promise<Report> {
  if (file === undefined) return work();
  const target = await prepareEvidence(file);
  // Only a run that keeps evidence needs it.
  const { RunRecording } = await import("../evidence/record.ts");
  const recording = new RunRecording(target.temporary, (text) => secrets.redact(text), run);
  const keep = async (ended: Parameters<RunRecording["finish"]>[0]): Promise<void> => {
    try {
      await recording.finish(ended);
      await rename(target.temporary, target.file);
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

/** Where evidence is written: aside, and moved once it is complete. */
interface EvidencePlace {
  readonly file: string;
  readonly temporary: string;
}

/** Finds out before anything is sent whether evidence can be written to a path. @throws VerifyContractError VC801 */
async function prepareEvidence(target: string): Promise<EvidencePlace> {
  const file = await tryReportFile(target, (head) =>
    isEvidence(head) ? undefined : NO_EARLIER_REPORT,
  ).catch((cause: unknown) => {
    throw unwritable(target, cause);
  });
  return { file, temporary: temporaryFor(file) };
}

const FIRST_LINE = /^\{"schema":"verify-contract-evidence\/\d+"/;

/** Whether a file begins as evidence does. */
function isEvidence(head: Buffer): boolean {
  try {
    return FIRST_LINE.test(gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1"));
  } catch {
    return false;
  }
}
