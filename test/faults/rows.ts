import type { FaultName, Operation, ServiceFault } from "./faults.ts";

export type Way = "passes" | "stays";

export interface Limits {
  readonly deadlineMs: number;
  readonly requestTimeoutMs: number;
}

/** The status service may take three seconds after the deadline. */
export const EXPLAINING_MS = 3_500;

export const POLLING = { firstDelayMs: 100, maxDelayMs: 200 };

const USUAL: Limits = { deadlineMs: 15_000, requestTimeoutMs: 5_000 };
/** Short attempts, so that several fit. */
const IMPATIENT: Limits = { deadlineMs: 15_000, requestTimeoutMs: 1_000 };
/** Only the deadline ends a job that never does. */
const ENDLESS: Limits = { deadlineMs: 6_000, requestTimeoutMs: 1_000 };
/** One attempt outlasts the deadline. */
const PATIENT: Limits = { deadlineMs: 6_000, requestTimeoutMs: 30_000 };

export function limitsOf(row: RowName, fault: FaultName, way: Way): Limits {
  if (fault === "killed in mid-job") return ENDLESS;
  const isSilent = fault === "never answers" || fault === "frozen" || fault === "one byte a second";
  const isLimited = fault === "429 with Retry-After" || fault === "429 without";
  if (row === "chain RPC" && isLimited && way === "stays") return PATIENT;
  if (!isSilent) return USUAL;
  return fault === "one byte a second" && way === "stays" && row !== "submit, arrived" ? PATIENT : IMPATIENT;
}

/** In the order of the table's rows. */
export const ROWS = [
  { name: "submit", operation: "submit", hits: "the first" },
  { name: "submit, arrived", operation: "submit", hits: "the answer" },
  { name: "poll", operation: "poll", hits: "the first" },
  { name: "record", operation: "record", hits: "the first" },
  { name: "record, read back", operation: "record", hits: "after submitting" },
  { name: "query", operation: "query", hits: "the first" },
  { name: "status", operation: "status", hits: "the first" },
  { name: "chain RPC", operation: "chain RPC", hits: "the first" },
] as const satisfies readonly { name: string; operation: Operation; hits: string }[];

export type Row = (typeof ROWS)[number];
export type RowName = Row["name"];

interface Tries {
  /** Lost on the way, or answered with 502. */
  readonly lost: number;
  readonly "429": number;
  readonly "500": number;
}

/** Attempts of one request with the cells' options. */
const ONE_REQUEST: Tries = { lost: 3, "429": 3, "500": 2 };

/** Number of requests for a fault that stays. A garbled answer isn't requested again. */
const TRIES: Readonly<Partial<Record<RowName, Tries>>> = {
  // The client only repeats what certainly didn't arrive; the run submits three times and reads the record in between.
  submit: { lost: 3, "429": 3, "500": 3 },
  // The job has ended, so the record shows at once that nothing has to be sent again.
  "submit, arrived": { lost: 1, "429": 1, "500": 1 },
  // Three silences in a row.
  poll: { lost: 9, "429": 9, "500": 6 },
  record: ONE_REQUEST,
  "record, read back": ONE_REQUEST,
  // Before the creation transaction is read, and again for the cross-check.
  query: { lost: 6, "429": 6, "500": 4 },
};

/** Number of requests to a service that no longer works. */
const TRIES_OF_SERVICE: Readonly<Record<ServiceFault, Readonly<Partial<Record<RowName, number>>>>> = {
  // The record, then a second route, which tells a wrong URL from an outage.
  "something else answers": {
    submit: 1,
    poll: 1,
    record: 2,
    "record, read back": 1,
    query: 2,
    "chain RPC": 1,
  },
  // A submission without an answer, then the record with all attempts.
  frozen: {
    ...{ submit: 4, "submit, arrived": 4, poll: 9, record: 3, "record, read back": 3, query: 6 },
    "chain RPC": 3,
  },
  "killed in mid-job": { "submit, arrived": 4, poll: 9 },
};

/** The number of faulted requests; undefined if others decide it or it can't be observed. */
export function triesOf(row: RowName, fault: FaultName): number | undefined {
  const tries = TRIES[row];
  switch (fault) {
    case "reset while sending":
    case "reset in mid-body":
    case "never answers":
    case "502 with HTML":
      return tries?.lost;
    case "something else answers":
    case "frozen":
    case "killed in mid-job":
      return TRIES_OF_SERVICE[fault][row];
    case "429 with Retry-After":
    case "429 without":
      return tries?.["429"];
    case "500":
      return tries?.["500"];
    // The first request takes all the time.
    case "one byte a second":
      return tries === undefined ? undefined : 1;
    case "truncated JSON":
    case "wrong JSON type":
    case "200 MB of body":
    case "redirect elsewhere":
      return tries === undefined ? undefined : row === "query" ? 2 : 1;
    case "refused":
    case "DNS failure":
    case "garbage TLS":
      return undefined;
  }
}
