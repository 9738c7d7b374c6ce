import { readFileSync } from "node:fs";

type Json = Readonly<Record<string, unknown>>;

/** An HTTP answer. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly contentType?: string;
}

/** One verification from first look-up to record, as it was recorded, or as it was replayed. */
export interface Phenomenon {
  readonly about: string;
  readonly chainId: string;
  readonly address: string;
  readonly chain: {
    readonly runtimeBytecode: string;
    readonly creationTransaction: RecordedTransaction | null;
    readonly creationReceipt: { readonly contractAddress: string } | null;
  };
  readonly build: {
    readonly stdJsonInput: Json;
    readonly output: {
      readonly abi: readonly unknown[];
      readonly evm: { readonly bytecode: { readonly object: string } };
    };
  };
  readonly lookupBefore: Answer;
  readonly submission: Json & { readonly creationTransactionHash?: string };
  readonly submitResponse: Answer;
  readonly polls: readonly Answer[];
  readonly lookupAfter: Answer;
  readonly record: Answer;
}

interface RecordedTransaction {
  readonly hash: string;
  readonly nonce: string;
  readonly from: string;
  readonly to: string | null;
  readonly input: string;
  readonly gas: string;
  readonly value: string;
  readonly chainId: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
  readonly r: string;
  readonly s: string;
  readonly yParity: string;
  readonly blockNumber: string;
  readonly blockTimestamp: string;
}

/** One request with its answer. */
export interface Exchange {
  readonly about: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly response: Answer;
}

/** All recorded verifications, in the order in which they happened: later ones build on earlier ones. */
export const PHENOMENA = [
  "plain",
  "comment-changed",
  "upgrade-match-to-exact",
  "already-verified",
  "constructor-arguments",
  "immutables",
  "library-itself",
  "linked-library",
  "linked-library-settings-added",
  "metadata-hash-none",
  "wrong-source",
  "same-length-different-code",
  "optimizer-off",
  "compiler-error",
  "identifier-not-found",
  "not-deployed",
  "wrong-creation-transaction",
] as const;

export type PhenomenonName = (typeof PHENOMENA)[number];

export function recordedPhenomenon(name: PhenomenonName): Phenomenon {
  return read(`verification-service/${name}.json`) as Phenomenon;
}

export function recordedErrors(): readonly Exchange[] {
  return read("verification-service/errors.json") as readonly Exchange[];
}

export function recordedQueries(): readonly Exchange[] {
  return read("query-service/contracts.json") as readonly Exchange[];
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../fixtures/recorded/${path}`, import.meta.url), "utf8"));
}
