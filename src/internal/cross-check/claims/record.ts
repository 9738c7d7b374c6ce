import { type ClaimRule, type Findings, lacking, open, proven } from "../claim.ts";
import { showsInputOf } from "../compare/comparable.ts";
import type { Evidence } from "../evidence.ts";
import { doubtOfRecord } from "./record-and-job.ts";

export const recordOfContract: ClaimRule = {
  id: "record",
  says: "The record is of this contract, current, and what the job of this run said",
  proof:
    "Proven by the record, the job and the code on chain, which is read again before the verdict. Where the service does not give the code that it saw on chain, its place is taken by the code that the record's sources compile to: by the build, or by a compiler on this machine. Open where the record stays weaker than what the job of this run found, or has another id, or is older than the one that the service had before; refuted where the id is the job's and the contract had no record before. Refuted where it was verified later than the service sent it, or earlier than it can have been, by the service's own clock with a tolerance of 10 minutes.",
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
    const missing = ["record-address", "record-chain"].find((id) => !checks.passed(id));
    if (missing !== undefined)
      return lacking(evidence, checks.reason(missing) ?? "the record is incomplete", "none");
    if (evidence.record.runtimeMatch === undefined)
      return lacking(evidence, "the service does not give the runtime match", "none");
    if (!checks.passed("runtime-code-chain") && !compilesToCode(evidence, checks))
      return lacking(
        evidence,
        checks.reason("runtime-code-chain") ?? "the record is incomplete",
        "recompile",
      );
    if (doubt !== undefined) return doubt;
    if (codeAgain.state === "unknown") return open(codeAgain.reason, "wait");
    return proven(["record", "chain"]);
  },
};

/** Whether the record is of the code on chain although it does not show it: its own sources compile to that code. */
function compilesToCode(evidence: Evidence, checks: Findings): boolean {
  if (checks.passed("recompiled-here") || checks.passed("runtime-code-build", "recompiled-code")) return true;
  if (!checks.passed("record-sources")) return false;
  if (checks.passed("given-input-here", "given-input", "metadata-hash")) return true;
  const { build } = evidence;
  return (
    build?.compiled !== undefined && checks.passed("runtime-code-build") && showsInputOf(evidence, build)
  );
}
