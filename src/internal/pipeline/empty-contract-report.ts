import type { Draft } from "../report/draft.ts";
import type { ContractReport } from "../report/model.ts";
import type { VerifyRequest } from "./request.ts";

/** The report of a contract without its outcome. */
export type ContractDraft = Draft<Omit<ContractReport, "outcome" | "error">>;

/** A draft with the request alone. */
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
    deployments: origins,
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
