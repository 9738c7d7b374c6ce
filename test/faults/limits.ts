import type { FaultName } from "./faults.ts";
import type { RowName } from "./rows.ts";

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
const ENDLESS: Limits = { deadlineMs: 3_000, requestTimeoutMs: 1_000 };
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
