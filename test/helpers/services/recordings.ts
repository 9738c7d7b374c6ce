import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../fixtures/recorded/", import.meta.url);

/** What a service answered. */
export interface RecordedAnswer {
  readonly status: number;
  readonly contentType?: string;
  /** Parsed JSON, or the text of another body. */
  readonly body: unknown;
}

export interface RecordedExchange {
  readonly about: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly response: RecordedAnswer;
}

/** One phenomenon of the verification service, from the look-up before to the record after. */
export interface RecordedVerification {
  readonly about: string;
  readonly chainId: string;
  readonly address: string;
  readonly lookupBefore: RecordedAnswer;
  readonly submission: unknown;
  readonly submitResponse: RecordedAnswer;
  readonly polls: readonly RecordedAnswer[];
  readonly lookupAfter: RecordedAnswer;
  readonly record: RecordedAnswer;
}

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
