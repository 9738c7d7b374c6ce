import type { FaultName, Operation, ServiceFault } from "./faults.ts";

export type Way = "passes" | "stays";

/** The time that a cell has, in milliseconds. */
export interface Limits {
  readonly deadlineMs: number;
  readonly requestTimeoutMs: number;
}

/** After the deadline, the status service may take three seconds to explain. */
export const EXPLAINING_MS = 3_500;

/** How a job is followed, in milliseconds. */
export const POLLING = { firstDelayMs: 100, maxDelayMs: 200 };

const USUAL: Limits = { deadlineMs: 15_000, requestTimeoutMs: 5_000 };
/** Each try ends soon, so that there are several before the deadline. */
const IMPATIENT: Limits = { deadlineMs: 15_000, requestTimeoutMs: 1_000 };
/** The job never ends; only the deadline ends the run. */
const ENDLESS: Limits = { deadlineMs: 6_000, requestTimeoutMs: 1_000 };
/** One try takes longer than the deadline, which has to end it. */
const PATIENT: Limits = { deadlineMs: 6_000, requestTimeoutMs: 30_000 };

export function limitsOf(row: RowName, fault: FaultName, way: Way): Limits {
  if (fault === "killed in mid-job") return ENDLESS;
  const isSilent = fault === "never answers" || fault === "frozen" || fault === "one byte a second";
  const isLimited = fault === "429 with Retry-After" || fault === "429 without";
  if (row === "chain RPC" && isLimited && way === "stays") return PATIENT;
  if (!isSilent) return USUAL;
  return fault === "one byte a second" && way === "stays" && row !== "submit, arrived" ? PATIENT : IMPATIENT;
}

/** What is hit, in the order of the table's rows. */
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
  /** Of what was lost on the way, or came with 502. */
  readonly lost: number;
  readonly "429": number;
  readonly "500": number;
}

/** Tries of one request of the clients, with the options of the cells. */
const ONE_REQUEST: Tries = { lost: 3, "429": 3, "500": 2 };

/** How often a service is asked for what fails each time. What is garbled is asked for once. */
const TRIES: Readonly<Partial<Record<RowName, Tries>>> = {
  // Only what is known not to have arrived is sent again by the client itself; what may have, three times, with the record in between.
  submit: { lost: 3, "429": 3, "500": 3 },
  // The job has ended by then, so that the record shows at once that nothing has to be sent again.
  "submit, arrived": { lost: 1, "429": 1, "500": 1 },
  // Three silences in a row.
  poll: { lost: 9, "429": 9, "500": 6 },
  record: ONE_REQUEST,
  "record, read back": ONE_REQUEST,
  // Before the creating transaction is read, and again for the cross-check: it may be back by then.
  query: { lost: 6, "429": 6, "500": 4 },
};

/** How often a whole service is asked that no longer works, whatever it is asked for. */
const TRIES_OF_SERVICE: Readonly<Record<ServiceFault, Readonly<Partial<Record<RowName, number>>>>> = {
  // The record, then the second route, which tells a wrong URL from an outage.
  "something else answers": {
    submit: 1,
    poll: 1,
    record: 2,
    "record, read back": 1,
    query: 2,
    "chain RPC": 1,
  },
  // A submission without an answer, then the record, which is asked for as often as anything.
  frozen: {
    ...{ submit: 4, "submit, arrived": 4, poll: 9, record: 3, "record, read back": 3, query: 6 },
    "chain RPC": 3,
  },
  "killed in mid-job": { "submit, arrived": 4, poll: 9 },
};

/** The requests that a fault which stays gets to see; undefined where that is another's decision, or can't be seen. */
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
    // The first request takes all the time there is.
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
