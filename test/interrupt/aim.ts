import type { Chance } from "./chance.ts";
import type { Moment, Seen, Step } from "./watch.ts";

const SIGNALS = ["SIGKILL", "SIGKILL", "SIGKILL", "SIGKILL", "SIGTERM", "SIGINT"] as const;

export interface Aim {
  readonly signal: (typeof SIGNALS)[number];
  /** Number of matching moments. */
  readonly count: number;
  readonly matches: (seen: Seen, moment: Moment) => boolean;
  readonly delayMs: number;
  /** Milliseconds to hold back the current submission. */
  readonly holdMs: number;
  /** Milliseconds during which new jobs stay pending. */
  readonly slowMs: number;
}

const MOST_DELAY_MS = 30;
/** Long enough for the next run to read the stored records. */
const LATE_MS = 3000;
/** Long enough for the next run to meet the pending job. */
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
 * Half of the kills follow a random request; the other half hit rare requests at which something can be lost.
 * @param requests Approximate number in an uninterrupted run.
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
    // Several requests arrive together with the first one.
    delayMs: chance.onceIn(2) ? 0 : common.delayMs,
    count: 1 + chance.below(6),
    matches: (seen, now) => seen.step === step && now === moment,
    holdMs,
    slowMs: step === "submission" && holdMs === 0 ? SLOW_JOBS_MS : 0,
  };
}
