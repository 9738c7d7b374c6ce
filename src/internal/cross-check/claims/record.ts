import { type ClaimRule, open, proven } from "../claim.ts";

export const recordOfContract: ClaimRule = {
  id: "record",
  says: "The record is of this contract, current, and what the job of this run said",
  proof: "Proven by the record, the job and the code on chain, which is read again before the verdict.",
  checks: [
    "record-address",
    "record-chain",
    "runtime-code-chain",
    "match-claim",
    "record-references",
    "replay-runtime",
    "replay-creation",
    "creation-code-chain",
    "stale-record",
  ],
  judge: ({ codeAgain }, checks) => {
    if (!checks.passed("record-address", "record-chain", "runtime-code-chain"))
      return open(checks.reason("runtime-code-chain") ?? "the record is incomplete", "wait");
    if (codeAgain.state === "unknown") return open(codeAgain.reason, "wait");
    return proven(["record", "chain"]);
  },
};
