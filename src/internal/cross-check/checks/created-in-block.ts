import type { CreationFacts } from "../../chain/deployment-facts.ts";
import { type CheckRule, failed, need, passed, skipped } from "../check.ts";
import { NO_CREATION, NO_TIME, needQueryContract } from "../compare/need.ts";
import { nanosecondsOf, nanosecondsOfSeconds, timeOf } from "../compare/timestamps.ts";
import type { Evidence } from "../evidence.ts";

/** A ledger's block lasts 2 seconds; the node reports the second in which it begins. */
const LONGEST_BLOCK_S = 2;
/** Both report the time of one ledger, but a block can be long on an idle network. */
const ALLOWED = nanosecondsOfSeconds(10 * 60);

export const createdInBlock: CheckRule = {
  id: "created-in-block",
  subject: "created in the creating block",
  witnesses: ["query service", "chain"],
  proves:
    "The creation time from the query service lies within the block of the creating transaction. For a contract that was created on an account which existed before, it is the time of the creation itself, if the query service names this transaction. The query service gives the block's time span; without it, the creation time is within 2 seconds of the block's time on chain. It never differs by more than 10 minutes from the time on chain. Skipped where the creating transaction or its time is unknown.",
  run: (evidence) => {
    const {
      created_timestamp,
      timestamp: { from },
    } = needQueryContract(evidence);
    const creation = need(evidence.facts.creation, NO_CREATION);
    const timestamp = need(
      created_timestamp,
      skipped("the query service does not say when the contract was created"),
    );
    const block = need(spanOf(creation, evidence.creationBlock), NO_TIME);
    // The ledger keeps the time of an account that becomes a contract; the contract's state then begins later.
    const wasAccount = from !== timestamp && nanosecondsOf(timestamp) < block.from;
    const stated = (wasAccount ? creation.statedTimestamp : undefined) ?? timestamp;
    const created = nanosecondsOf(stated);
    const isWithin = created >= block.from && (block.to === undefined || created <= block.to);
    // The node's time limits a query service that reports a wrong block with a wrong contract.
    if (isWithin && creation.timestampS !== undefined && isFar(created, creation.timestampS))
      return failed(
        timeOf(nanosecondsOfSeconds(creation.timestampS)),
        stated,
        "the query service and the chain's node disagree about the block's time",
      );
    if (isWithin) return passed(stated);
    const reason =
      created < block.from
        ? "the address existed before, as another contract or an account"
        : "another transaction created the contract";
    return failed(`${block.shown}, block ${creation.blockNumber}`, stated, reason);
  },
};

function isFar(created: bigint, timestampS: number): boolean {
  const apart = created - nanosecondsOfSeconds(timestampS);
  return apart > ALLOWED || apart < -ALLOWED;
}

/** From its first to its last nanosecond; that is undefined for an open block. */
function spanOf({ timestampS }: CreationFacts, block: Evidence["creationBlock"]) {
  if (block !== undefined) {
    const { from, to } = block.timestamp;
    const end = to === null ? undefined : nanosecondsOf(to);
    return { from: nanosecondsOf(from), to: end, shown: `${from} to ${to ?? "now"}` };
  }
  if (timestampS === undefined) return undefined;
  const end = timestampS + LONGEST_BLOCK_S;
  return {
    from: nanosecondsOfSeconds(timestampS),
    to: nanosecondsOfSeconds(end + 1) - 1n,
    shown: `${timestampS} to ${end}`,
  };
}
