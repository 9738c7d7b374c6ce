import { FAULTS, type FaultName } from "./faults.ts";
import type { RowName } from "./rows.ts";
import type { CellOutcome } from "./run-cell.ts";

export interface End {
  readonly outcome: CellOutcome;
  readonly code: string | undefined;
}

/** A combination that can't be tested. */
export interface NotPossible {
  readonly reason: string;
}

/**
 * `passes`: the fault happens once. `stays`: it happens every time. A frozen service that passes continues after a moment
 * with all that it received; a killed one restarts, and its job never ends.
 */
export interface Ends {
  readonly passes: End | NotPossible;
  readonly stays: End | NotPossible;
}

export const VERIFIED: End = { outcome: "verified", code: undefined };
/** The run didn't see its submission accepted. The record shows that it is verified, but not by whom. */
const ALREADY: End = { outcome: "already-verified", code: undefined };
const OUT_OF_REACH: End = { outcome: "unavailable", code: "VC401" };
const UNUSABLE: End = { outcome: "unavailable", code: "VC406" };
/** A malformed answer comes again: waiting doesn't help. */
const MALFORMED: End = { outcome: "not-proven", code: "VC406" };
const NO_CHAIN: End = { outcome: "unavailable", code: "VC302" };
/** The configured URL leads to something else. */
const NO_SERVICE: End = { outcome: "wrong-use", code: "VC415" };
const DEADLINE: End = { outcome: "timed-out", code: "VC407" };

const NEVER_PASSES: NotPossible = {
  reason: "a name that appears, or a server that learns TLS, takes a change of what is global to the process",
};
const NEVER_ARRIVES: NotPossible = { reason: "with this fault the service does not get the submission" };
const NO_JOB: NotPossible = {
  reason: "no job runs at this request, or its end is known already, or the service runs no jobs",
};

const lost = (stays: End): Ends => ({ passes: VERIFIED, stays });
/** The service answered, and repeating the request wouldn't change its mind. */
const final = (both: End): Ends => ({ passes: both, stays: both });
const impossible: Ends = { passes: NEVER_ARRIVES, stays: NEVER_ARRIVES };
const withoutJob: Ends = { passes: NO_JOB, stays: NO_JOB };
/** A restarted service leaves a job that never ends, and refuses all others for the contract. */
const killed: Ends = { passes: DEADLINE, stays: OUT_OF_REACH };

const OF_A_SERVICE: Readonly<Record<FaultName, Ends>> = {
  refused: lost(OUT_OF_REACH),
  "reset while sending": lost(OUT_OF_REACH),
  "reset in mid-body": lost(OUT_OF_REACH),
  "never answers": lost(OUT_OF_REACH),
  // A single request may outlast the deadline.
  "one byte a second": lost(DEADLINE),
  "429 with Retry-After": lost(OUT_OF_REACH),
  "429 without": lost(OUT_OF_REACH),
  "500": lost(OUT_OF_REACH),
  "502 with HTML": lost(OUT_OF_REACH),
  "truncated JSON": final(UNUSABLE),
  "wrong JSON type": final(UNUSABLE),
  "200 MB of body": final(UNUSABLE),
  "redirect elsewhere": final(UNUSABLE),
  "DNS failure": { passes: NEVER_PASSES, stays: OUT_OF_REACH },
  "garbage TLS": { passes: NEVER_PASSES, stays: OUT_OF_REACH },
  // After a submission, a single wrong answer counts as an outage.
  "something else answers": final(UNUSABLE),
  frozen: lost(OUT_OF_REACH),
  "killed in mid-job": withoutJob,
};

/** The service did the work, so the record is right, whatever happened to the answer. */
const OF_WHAT_ARRIVED: Readonly<Record<FaultName, Ends>> = {
  refused: impossible,
  "reset while sending": final(ALREADY),
  "reset in mid-body": final(ALREADY),
  "never answers": final(ALREADY),
  "one byte a second": final(ALREADY),
  "429 with Retry-After": impossible,
  "429 without": impossible,
  "500": final(ALREADY),
  "502 with HTML": final(ALREADY),
  "truncated JSON": final(ALREADY),
  "wrong JSON type": final(ALREADY),
  "200 MB of body": final(ALREADY),
  "redirect elsewhere": impossible,
  "DNS failure": impossible,
  "garbage TLS": impossible,
  "something else answers": impossible,
  frozen: { passes: ALREADY, stays: OUT_OF_REACH },
  "killed in mid-job": killed,
};

function replaced(ends: typeof OF_A_SERVICE, replace: (end: End) => End): typeof OF_A_SERVICE {
  const of = (end: End | NotPossible): End | NotPossible => ("reason" in end ? end : replace(end));
  return Object.fromEntries(
    FAULTS.map((fault) => [fault, { passes: of(ends[fault].passes), stays: of(ends[fault].stays) }]),
  ) as typeof OF_A_SERVICE;
}

const withoutService =
  (instead: End) =>
  (end: End): End =>
    end === OUT_OF_REACH || end === UNUSABLE ? instead : end;

/** Reads of a node may be repeated, even after a malformed answer. A rate limit of the node is waited out for a minute. */
const OF_THE_CHAIN: Readonly<Record<FaultName, Ends>> = {
  ...replaced(OF_A_SERVICE, withoutService(NO_CHAIN)),
  "429 with Retry-After": lost(DEADLINE),
  "429 without": lost(DEADLINE),
  "truncated JSON": lost(NO_CHAIN),
};

export const ENDS: Readonly<Record<RowName, Readonly<Record<FaultName, Ends>>>> = {
  // Once it continues, a frozen service accepts what it had received.
  submit: { ...OF_A_SERVICE, frozen: { passes: ALREADY, stays: OUT_OF_REACH } },
  "submit, arrived": OF_WHAT_ARRIVED,
  poll: { ...OF_A_SERVICE, "killed in mid-job": killed },
  // Nothing has been sent yet, so a second route tells a wrong URL from an outage.
  record: {
    ...OF_A_SERVICE,
    "wrong JSON type": final(MALFORMED),
    "something else answers": { passes: UNUSABLE, stays: NO_SERVICE },
  },
  "record, read back": { ...OF_A_SERVICE, "wrong JSON type": final(MALFORMED) },
  // The needed claims are proven without a query service; the others stay open.
  query: replaced(OF_A_SERVICE, withoutService(VERIFIED)),
  // The verification service stays out of reach, whatever explains it.
  status: replaced(OF_A_SERVICE, () => OUT_OF_REACH),
  "chain RPC": OF_THE_CHAIN,
};

/** True if the status service can explain once its own fault has passed. */
export function explains(fault: FaultName): boolean {
  return OF_A_SERVICE[fault].passes === VERIFIED;
}
