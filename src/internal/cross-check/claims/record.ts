import { type ClaimRule, open, proven } from "../claim.ts";
import { doubtOfRecord } from "./record-and-job.ts";

export const recordOfContract: ClaimRule = {
  id: "record",
  says: "The record is of this contract, current, and what the job of this run said",
  proof:
    "Proven by the record, the job and the code on chain, which is read again before the verdict. Open where the record stays weaker than what the job of this run found, or has another id; refuted where the id is the job's and the contract had no record before. Refuted where it was verified later than the service sent it, or earlier than it can have been, by the service's own clock with a tolerance of 10 minutes.",
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
  judge: (evidence, checks) => {
    const { codeAgain } = evidence;
    const doubt = doubtOfRecord(evidence);
    if (doubt?.state === "refuted") return doubt;
    if (!checks.passed("record-address", "record-chain", "runtime-code-chain"))
      return open(checks.reason("runtime-code-chain") ?? "the record is incomplete", "wait");
    if (doubt !== undefined) return doubt;
    if (codeAgain.state === "unknown") return open(codeAgain.reason, "wait");
    return proven(["record", "chain"]);
  },
};
