import { canImprove } from "../../../src/internal/domain/match.ts";
import { type PlannedSubmission, planSubmission } from "../../../src/internal/submission/plan-submission.ts";
import { verify } from "../local/client.ts";
import type { OnChain } from "./deploy-phenomenon.ts";
import type { Sides } from "./phenomenon.ts";
import type { Predicted } from "./predict-phenomenon.ts";

export interface Answer extends Sides {
  /** `minimal` if the contract's imports were enough. */
  readonly sent: PlannedSubmission["sources"];
  readonly error: string | undefined;
}

/** Submits the plan for the build, and the next plan if the match was weaker than predicted. */
export async function askService(
  serviceUrl: string,
  onChain: OnChain,
  { candidate, compilation, expected }: Predicted,
): Promise<Answer> {
  const plan = planSubmission(
    { contract: candidate, compilation, creationTransactionHash: onChain.transactionHash },
    "auto",
  );
  if ("unknown" in plan) throw new Error(plan.unknown);
  const first = await send(serviceUrl, onChain.address, plan.first);
  const sides = {
    creationMatch: first.creation === "none" ? null : first.creation,
    runtimeMatch: first.runtime === "none" ? null : first.runtime,
  };
  return plan.fallback === undefined || !canImprove(sides, expected)
    ? first
    : send(serviceUrl, onChain.address, plan.fallback);
}

async function send(
  serviceUrl: string,
  address: string,
  { sources, body }: PlannedSubmission,
): Promise<Answer> {
  const job = await verify(serviceUrl, address, JSON.stringify(body));
  return {
    creation: job.contract.creationMatch ?? "none",
    runtime: job.contract.runtimeMatch ?? "none",
    sent: sources,
    error: job.error?.customCode === undefined ? undefined : `${job.error.customCode}: ${job.error.message}`,
  };
}
