import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { nanosecondsOf, nanosecondsOfSeconds, timeOf } from "../compare/timestamps.ts";
import { withQueryContract } from "../compare/with-query-contract.ts";
import type { Evidence } from "../evidence.ts";

/** A ledger's block lasts 2 seconds, and the chain's node tells the second in which it begins. */
const LONGEST_BLOCK_S = 2;
/** The two tell the time of one ledger; a block of it can still be long where nothing happens. */
const ALLOWED = nanosecondsOfSeconds(10 * 60);

export const createdInBlock: CheckRule = {
  id: "created-in-block",
  subject: "created in the creating block",
  witnesses: ["query service", "chain"],
  proves:
    "The query service's time of the contract's creation lies within the block of the creating transaction, as the query service has that block; where it does not tell, within 2 seconds of the chain's time of it. Nowhere is it more than 10 minutes from the chain's time. Skipped where the creating transaction or its time is not known.",
  run: ({ query, facts: { creation }, creationBlock }) =>
    withQueryContract(query, ({ created_timestamp: timestamp }) => {
      if (creation === undefined) return skipped("the creating transaction is not known");
      if (timestamp === null) return skipped("the query service does not say when the contract was created");
      const created = nanosecondsOf(timestamp);
      const block = spanOf(creation, creationBlock);
      if (block === undefined) return skipped("the time of the creating block is not known");
      if (created === undefined || block.from === undefined)
        return unknown("a time of the query service is no timestamp");
      const isWithin = created >= block.from && (block.to === undefined || created <= block.to);
      // A query service that widens the block with the contract is held to the node's time of it.
      if (isWithin && creation.timestampS !== undefined && isFar(created, creation.timestampS))
        return failed(
          timeOf(nanosecondsOfSeconds(creation.timestampS)),
          timestamp,
          "the query service has another time of the block than the chain's node",
        );
      if (isWithin) return passed(timestamp);
      const reason =
        created < block.from
          ? "the ledger has had the address before, as another contract or an account"
          : "the transaction is not the one that created it";
      return failed(`${block.shown}, block ${creation.blockNumber}`, timestamp, reason);
    }),
};

function isFar(created: bigint, timestampS: number): boolean {
  const apart = created - nanosecondsOfSeconds(timestampS);
  return apart > ALLOWED || apart < -ALLOWED;
}

interface Span {
  readonly from: bigint | undefined;
  /** Undefined for a block that is not closed. */
  readonly to: bigint | undefined;
  readonly shown: string;
}

function spanOf(
  { timestampS }: NonNullable<Evidence["facts"]["creation"]>,
  block: Evidence["creationBlock"],
): Span | undefined {
  if (block !== undefined) {
    const { from, to } = block.timestamp;
    return {
      from: nanosecondsOf(from),
      to: to === null ? undefined : nanosecondsOf(to),
      shown: `${from} to ${to ?? "now"}`,
    };
  }
  if (timestampS === undefined) return undefined;
  const end = timestampS + LONGEST_BLOCK_S;
  return {
    from: nanosecondsOfSeconds(timestampS),
    to: nanosecondsOfSeconds(end + 1) - 1n,
    shown: `${timestampS} to ${end}`,
  };
}
