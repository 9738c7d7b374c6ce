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

/** A relay's recorded answer after exceeding a limit, either its own or the mirror node's. */
export interface RecordedRelayLimit {
  readonly label: string;
  readonly status: number;
  readonly body: { readonly error: { readonly code: number; readonly message: string } };
}

export function recordedRelayLimits(): readonly RecordedRelayLimit[] {
  const answers = read(
    "query-service/creation/relay-limits-and-failures.json",
  ) as readonly WrittenRelayAnswer[];
  return answers.map(relayAnswerOf).filter(({ body }) => [-32605, -32020].includes(body?.error?.code));
}

/** For failed calls, `response` has status and body; for limits, only the body. Batches kept a single answer. */
interface WrittenRelayAnswer {
  readonly label: string;
  readonly http?: number;
  readonly response?: object;
  readonly first_error?: object;
}

function relayAnswerOf({ label, http = 200, response, first_error }: WrittenRelayAnswer): RecordedRelayLimit {
  const body = first_error ?? response;
  return {
    label,
    status: http,
    ...(body !== undefined && "http" in body ? statusAndBody(body) : { body }),
  } as RecordedRelayLimit;
}

function statusAndBody({ http: status, body }: { readonly http?: unknown; readonly body?: unknown }) {
  return { status, body };
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, ROOT), "utf8"));
}
