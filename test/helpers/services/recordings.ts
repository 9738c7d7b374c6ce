import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../fixtures/recorded/", import.meta.url);

export interface RecordedAnswer {
  readonly status: number;
  readonly contentType?: string;
  /** Parsed JSON, or the text of any other body. */
  readonly body: unknown;
}

export interface RecordedExchange {
  readonly about: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly response: RecordedAnswer;
}

export interface RecordedVerification {
  readonly about: string;
  readonly chainId: string;
  readonly address: string;
  readonly chain: { readonly creationTransaction: RecordedTransaction | null };
  readonly build: { readonly output: { readonly evm: { readonly bytecode: { readonly object: string } } } };
  readonly lookupBefore: RecordedAnswer;
  readonly submission: unknown;
  readonly submitResponse: RecordedAnswer;
  readonly polls: readonly RecordedAnswer[];
  readonly lookupAfter: RecordedAnswer;
  readonly record: RecordedAnswer;
}

type Numbers =
  | "nonce"
  | "gas"
  | "value"
  | "chainId"
  | "maxFeePerGas"
  | "maxPriorityFeePerGas"
  | "blockNumber";
type RecordedTransaction = { readonly to: string | null } & Readonly<
  Record<Numbers | "hash" | "from" | "input" | "r" | "s" | "yParity" | "blockTimestamp", string>
>;

export function recordedVerifications(): readonly (readonly [name: string, RecordedVerification])[] {
  return readdirSync(new URL("verification-service/", ROOT))
    .filter((name) => name !== "errors.json")
    .map((name) => [name, read(`verification-service/${name}`) as RecordedVerification] as const);
}

export function recordedVerificationErrors(): readonly RecordedExchange[] {
  return read("verification-service/errors.json") as RecordedExchange[];
}

export function recordedQueries(): readonly RecordedExchange[] {
  return read("query-service/contracts.json") as RecordedExchange[];
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, ROOT), "utf8"));
}
