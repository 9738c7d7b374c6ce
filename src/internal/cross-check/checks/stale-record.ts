import { momentOf } from "../../text/moment.ts";
import { type CheckRule, failed, need, passed, skipped, unknown } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";
import { NO_TIME } from "../compare/need.ts";

/** Clocks differ, and a development chain's clock can run ahead when blocks follow each other quickly. */
const ALLOWED_MS = 10 * 60_000;
const WHY =
  "after the verification, the network was reset or the contract was created again at the same address";

export const staleRecord: CheckRule = {
  id: "stale-record",
  subject: "verified since its creation",
  witnesses: ["record", "chain"],
  proves:
    "The record is not older than the contract, with a tolerance of 10 minutes between the two clocks, and its code is still the code on chain. So since the verification, the network was not reset, and the contract was not created again at the same address. Skipped where one of the two times is unknown, or the chain's time is ahead of the local clock.",
  run: ({ record, facts, now }) => {
    const stored = record.runtimeBytecode?.onchainBytecode;
    if (stored != null && stored.toLowerCase() !== facts.runtimeBytecode.toLowerCase())
      return failed(describeCode(facts.runtimeBytecode), describeCode(stored), WHY);
    const verifiedAt = need(
      record.verifiedAt,
      skipped("the service does not give the time of the verification"),
    );
    const created = need(facts.creation?.timestampS, NO_TIME) * 1000;
    if (created > now.getTime() + ALLOWED_MS) return skipped("the chain's time is ahead of the local clock");
    const verified = need(momentOf(verifiedAt), unknown(`the record's time has no time zone: ${verifiedAt}`));
    return verified >= created - ALLOWED_MS
      ? passed(verifiedAt)
      : failed(`not before ${new Date(created).toISOString()}`, verifiedAt, WHY);
  },
};
