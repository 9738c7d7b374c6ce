import type { Evidence } from "../../cross-check/evidence.ts";
import { runChecks } from "../../cross-check/run-checks.ts";
import { readQuery } from "../../target/read-query.ts";
import type { Run } from "../run.ts";

/** Cross-check: asks the query service, now that it had time to learn of the contract, and runs every rule. */
export async function crossCheck(run: Run, evidence: Omit<Evidence, "query" | "requirement">): Promise<void> {
  const { query, appearAttempts, signal, onProgress } = run.ports;
  const answer = await readQuery(query, evidence.facts.address, appearAttempts, signal);
  if (answer.state === "known") run.draft.target.contractId = answer.contract.contract_id;
  onProgress({ type: "checking" });
  run.draft.checks = [...runChecks({ ...evidence, query: answer, requirement: run.request.requirement })];
}
