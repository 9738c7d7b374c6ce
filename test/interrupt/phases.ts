import type { Seen } from "./watch.ts";

/** A contract's phase when the process ends. */
export const PHASES = [
  "not begun, or reading what is there",
  "its submission on its way",
  "accepted, not yet in the journal",
  "its job polled",
  "record and cross-check",
] as const;
export type Phase = (typeof PHASES)[number];

/**
 * @param seen This run's requests for the contract, in order.
 * @param isWritten True if the journal has its job.
 */
export function phaseOf(seen: readonly Seen[], isWritten: boolean): Phase {
  const steps = seen.map(({ step }) => step);
  if (steps.includes("record")) return "record and cross-check";
  const submission = seen.findLast(({ step }) => step === "submission");
  if (submission !== undefined && submission.status === undefined) return "its submission on its way";
  if (submission?.status === 202 && !isWritten) return "accepted, not yet in the journal";
  return submission?.status === 202 || steps.includes("job")
    ? "its job polled"
    : "not begun, or reading what is there";
}
