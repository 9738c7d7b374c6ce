import type { ContractReport } from "../reports/model.ts";
import type { Target } from "../target/parse-target.ts";

/** What a report knows of a contract: everything but how it ended. */
export type ContractDraft = Omit<ContractReport, "outcome" | "error">;

/** A contract of which only the request is known. */
export function emptyContractReport(
  target: Target,
  creationTransactionHash: string | undefined,
): ContractDraft {
  return {
    target: {
      input: target.input,
      address: target.kind === "address" ? target.address : null,
      contractId: target.kind === "contract-id" ? target.contractId : null,
      creationTransactionHash: creationTransactionHash ?? null,
    },
    deployments: [],
    contract: null,
    match: null,
    previousMatch: null,
    expectedMatch: null,
    verificationId: null,
    submitted: [],
    constructorArguments: null,
    libraries: {},
    immutables: {},
    proxy: null,
    checks: [],
    differences: [],
    explanations: [],
    candidates: [],
    links: [],
    timings: { totalMs: 0 },
  };
}
