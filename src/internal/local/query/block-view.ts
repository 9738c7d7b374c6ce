import type { QueryBlock } from "../../services/query/model.ts";
import type { ChainBlock } from "../chain/chain.ts";
import { formatTimestamp } from "./timestamp.ts";

const NANOSECONDS = 1_000_000_000n;

/** The body of `GET /api/v1/blocks/{hashOrNumber}`. A block of the chain lasts the second of its timestamp. */
export function blockView(block: ChainBlock): QueryBlock {
  const start = BigInt(block.timestamp) * NANOSECONDS;
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
    timestamp: { from: formatTimestamp(start), to: formatTimestamp(start + NANOSECONDS - 1n) },
  };
}
