import type { QueryBlock } from "../../services/query/model.ts";
import type { ChainBlock } from "../chain/chain.ts";
import { NANOSECONDS_OF_BLOCK, nanosecondsOf } from "../chain/contract-index.ts";
import { formatTimestamp } from "./filters.ts";

/** The body of `GET /api/v1/blocks/{hashOrNumber}`. */
export function blockView(block: ChainBlock): QueryBlock {
  return {
    count: block.transactions.length,
    gas_used: block.gasUsed,
    hapi_version: null,
    hash: block.hash,
    logs_bloom: block.logsBloom ?? null,
    name: null,
    number: block.number,
    previous_hash: block.parentHash,
    size: block.size ?? null,
    timestamp: { from: formatTimestamp(nanosecondsOf(block, 0)), to: formatTimestamp(endOf(block)) },
  };
}

/** The last nanosecond of a block, in which all its transactions and their creations have taken place. */
export function endOf(block: ChainBlock): bigint {
  return nanosecondsOf(block, 0) + NANOSECONDS_OF_BLOCK - 1n;
}
