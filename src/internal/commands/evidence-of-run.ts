import { rename } from "node:fs/promises";
import { VerifyContractError } from "../errors/problem.ts";
import type { RunRecording } from "../evidence/record.ts";
import type { Report } from "../report/model.ts";
import type { Secrets } from "../text/secrets.ts";
import { prepareEvidence, unwritableEvidence } from "./evidence-file.ts";

export type { ContractPlace, MakePorts } from "../evidence/record.ts";

/** Keeps the evidence of a run, or nothing. */
export type EvidenceOfRun = Pick<RunRecording, "turn" | "ended" | "given" | "lane" | "forwarded">;

const NONE: EvidenceOfRun = {
  turn: (_, __, make) => make(),
  ended: () => {},
  given: () => {},
  lane: () => {},
  forwarded: () => {},
};

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
  work: (evidence: EvidenceOfRun) => Promise<Report>,
): Promise<Report> {
  if (file === undefined) return work(NONE);
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
      throw unwritableEvidence(file, cause);
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
