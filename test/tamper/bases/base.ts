import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { queryBlock, queryContract } from "../../../src/internal/services/query/model.ts";
import { decodedRecord } from "../../helpers/cross-check/recorded-evidence.ts";
import { QUERY_BLOCK } from "../../helpers/services/examples.ts";

// biome-ignore lint/suspicious/noExplicitAny: any field of it may be changed
export type Body = any;

/** The services' JSON before it is decoded. */
export interface Answers {
  readonly record: Body;
  readonly query: Body;
  readonly block: Body;
}

/** A good case: the evidence of a cross-check, and the answers behind it. */
export interface Base {
  readonly name: string;
  readonly evidence: Evidence;
  readonly answers: Answers;
}

type Witnesses = Pick<Evidence, "record" | "query" | "creationBlock">;

/** Decodes like the clients. Throws if a value is refused. */
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

export function blockAround(createdS: number, number: number): Body {
  const timestamp = { from: `${createdS}.000000000`, to: `${createdS + 1}.999999999` };
  return { ...QUERY_BLOCK, name: "block.rcd.gz", number, timestamp };
}
