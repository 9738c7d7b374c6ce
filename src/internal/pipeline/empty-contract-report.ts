import type { ContractReport } from "../report/model.ts";
import type { VerifyRequest } from "./request.ts";

/** What a report knows of a contract: everything but how it ended. */
export type ContractDraft = Omit<ContractReport, "outcome" | "error">;

/** A contract of which only the request is known. */
export function emptyContractReport({
  target,
  creationTransactionHash,
  origins,
}: Pick<VerifyRequest, "target" | "creationTransactionHash" | "origins">): ContractDraft {
  return {
    target: {
      input: target.input,
      address: target.kind === "address" ? target.address : null,
      contractId: target.kind === "contract-id" ? target.contractId : null,
      creationTransactionHash: creationTransactionHash ?? null,
      blockNumber: null,
    },
    deployments: [...origins],
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
