import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";

/** Clocks differ, and a development chain's can run ahead when blocks follow each other quickly. */
const ALLOWED_MS = 10 * 60_000;
const WHY = "the network was reset, or the contract was made anew at the same address, since it was verified";

export const staleRecord: CheckRule = {
  id: "stale-record",
  subject: "verified since its creation",
  witnesses: ["record", "chain"],
  proves:
    "The record was not made before the contract was created, 10 minutes between the two clocks aside, and the code that it stored then is today's: the network was not reset since, and the contract not made anew at the same address. Skipped where one of the two times is not known, or the chain's time is ahead of the clock here.",
  run: ({ record, facts, now }) => {
    const stored = record.runtimeBytecode?.onchainBytecode;
    if (stored != null && stored.toLowerCase() !== facts.runtimeBytecode.toLowerCase())
      return failed(describeCode(facts.runtimeBytecode), describeCode(stored), WHY);
    if (record.verifiedAt === undefined) return skipped("the record does not say when it was made");
    const createdS = facts.creation?.timestampS;
    if (createdS === undefined) return skipped("the time of the creating block is not known");
    const created = createdS * 1000;
    if (created > now.getTime() + ALLOWED_MS)
      return skipped("the chain's time is ahead of the clock here, so nothing follows from it");
    return Date.parse(record.verifiedAt) >= created - ALLOWED_MS
      ? passed(record.verifiedAt)
      : failed(`not before ${new Date(created).toISOString()}`, record.verifiedAt, WHY);
  },
};
