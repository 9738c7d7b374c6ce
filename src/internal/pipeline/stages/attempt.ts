import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import type { EvidenceOfBuild } from "../../cross-check/evidence.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { inputHash, type SubmissionKey } from "../../submission/journal.ts";
import type { PlannedSubmission } from "../../submission/plan-submission.ts";
import type { Run } from "../run.ts";

/** One input to submit. */
export interface Attempt {
  readonly facts: DeploymentFacts;
  /** The record as the run first read it. */
  readonly stored: ContractRecord | undefined;
  readonly planned: PlannedSubmission;
  readonly build: EvidenceOfBuild;
  /** An upgrade of a match that is good enough. */
  readonly isOptional: boolean;
  /** This run has submitted the same input before, and its job failed. */
  readonly isRepeat: boolean;
}

/** The key of an attempt in the journal. */
export function submissionKey(run: Run, { facts, planned }: Attempt): SubmissionKey {
  return {
    service: run.verification().url,
    chainId: run.ports.chainId,
    address: facts.address,
    input: inputHash(planned.body, facts.runtimeBytecode),
  };
}
