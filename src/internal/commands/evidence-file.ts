import { constants, gunzipSync } from "node:zlib";
import { VerifyContractError } from "../errors/problem.ts";
import { temporaryFor, tryReportFile } from "./report-file.ts";

/** Where evidence is written: aside, and moved once it is complete. */
export interface EvidencePlace {
  readonly file: string;
  readonly temporary: string;
}

/** Finds out before anything is sent whether evidence can be written to a path. @throws VerifyContractError VC801 */
export async function prepareEvidence(target: string): Promise<EvidencePlace> {
  const file = await tryReportFile(target, (_, head) => isEvidence(head)).catch((cause: unknown) => {
    throw unwritableEvidence(target, cause);
  });
  return { file, temporary: temporaryFor(file) };
}

export function unwritableEvidence(target: string, cause: unknown): VerifyContractError {
  return new VerifyContractError("VC801", {
    values: { path: target },
    facts: [["Reason", cause instanceof Error ? cause.message : String(cause)]],
    cause,
  });
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
