import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { queryBlock, queryContract } from "../../../src/internal/services/query/model.ts";
import { decodedRecord } from "../../helpers/cross-check/recorded-evidence.ts";

// Tampering reaches into bodies of another's making.
// biome-ignore lint/suspicious/noExplicitAny: any field of it may be changed
export type Body = any;

/** What the two services answer, as JSON, before it is checked at the border. */
export interface Answers {
  readonly record: Body;
  readonly query: Body;
  /** The creating block, as the query service has it. */
  readonly block: Body;
}

/** A good case: all that a cross-check has, and the answers that it was decoded from. */
export interface Base {
  readonly name: string;
  readonly evidence: Evidence;
  readonly answers: Answers;
}

type Witnesses = Pick<Evidence, "record" | "query" | "creationBlock">;

/** The answers, checked at the border as the clients check them. It throws where one is refused there. */
export function decoded({ record, query, block }: Answers): Witnesses {
  return {
    record: decodedRecord(record),
    query: { state: "known", contract: queryContract.parse(query) },
    creationBlock: block === undefined ? undefined : queryBlock.parse(block),
  };
}

export function makeBase(name: string, chain: Omit<Evidence, keyof Witnesses>, answers: Answers): Base {
  return { name, evidence: { ...chain, ...decoded(answers) }, answers };
}

/** The block of the creating transaction, of two seconds. */
export function blockAround(createdS: number, number: number): Body {
  return {
    count: 4,
    gas_used: 150000,
    hapi_version: "0.54.0",
    hash: `0x${"ab".repeat(48)}`,
    logs_bloom: "0x00",
    name: "block.rcd.gz",
    number,
    previous_hash: `0x${"cd".repeat(48)}`,
    size: 489,
    timestamp: { from: `${createdS}.000000000`, to: `${createdS + 1}.999999999` },
  };
}
