import type { Chance } from "./chance.ts";
import type { Moment, Seen, Step } from "./watch.ts";

const SIGNALS = ["SIGKILL", "SIGKILL", "SIGKILL", "SIGKILL", "SIGTERM", "SIGINT"] as const;

/** When a run is to be ended, and how. */
export interface Aim {
  readonly signal: (typeof SIGNALS)[number];
  /** After so many moments of this kind. */
  readonly count: number;
  readonly matches: (seen: Seen, moment: Moment) => boolean;
  readonly delayMs: number;
  /** Milliseconds for which the submission that is on its way then is kept from the service. */
  readonly holdMs: number;
  /** Milliseconds from the moment on for which jobs that begin do not get on. */
  readonly slowMs: number;
}

/** Milliseconds after the moment. */
const MOST_DELAY_MS = 30;
/** Long enough for the next run to have read what is stored by then. */
const LATE_MS = 3000;
/** Long enough for the next run to meet the job that was left. */
const SLOW_JOBS_MS = 4000;

const TARGETS: readonly [readonly [Step, Moment], ...(readonly [Step, Moment])[]] = [
  ["stored", "asked"],
  ["submission", "asked"],
  ["submission", "asked"],
  ["submission", "answered"],
  ["submission", "answered"],
  ["job", "answered"],
  ["record", "asked"],
  ["record", "answered"],
  ["query", "asked"],
];

/**
 * Half of the ends come after a request that is one of all that an uninterrupted run makes; the other half near those
 * that are few, and in which there is something to lose.
 *
 * @param requests How many the run makes when nobody ends it, about.
 */
export function aimAt(chance: Chance, requests: number): Aim {
  const common = { signal: chance.of(SIGNALS), delayMs: chance.below(MOST_DELAY_MS + 1) };
  if (chance.onceIn(2))
    return {
      ...common,
      count: 1 + chance.below(requests),
      matches: (_, moment) => moment === "asked",
      holdMs: 0,
      slowMs: 0,
    };
  const [step, moment] = chance.of(TARGETS);
  const holdMs = step === "submission" && moment === "asked" && chance.onceIn(3) ? LATE_MS : 0;
  return {
    ...common,
    // Several at once have just been asked when the first comes.
    delayMs: chance.onceIn(2) ? 0 : common.delayMs,
    count: 1 + chance.below(6),
    matches: (seen, now) => seen.step === step && now === moment,
    holdMs,
    slowMs: step === "submission" && holdMs === 0 ? SLOW_JOBS_MS : 0,
  };
}
