import { readFileSync, writeFileSync } from "node:fs";

const LIMITS_OF_COST = { seconds: 10, mb: 500 } as const;

export interface Cost {
  readonly seconds: number;
  /** How much this process, which runs the pipeline, has grown at its peak. */
  readonly mb: number;
}

/** Includes the services and the chain in this process, so a user pays less. A slow lie is told again on a busy machine. */
export async function measured<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly cost: Cost }> {
  const first = await measuredOnce(work);
  if (isWithin(first.cost)) return first;
  const second = await measuredOnce(work);
  const { seconds, mb } = second.cost;
  return {
    value: first.value,
    // The second run reuses memory that the first one left behind.
    cost: { seconds: Math.min(seconds, first.cost.seconds), mb: Math.max(mb, first.cost.mb) },
  };
}

export function isWithin({ seconds, mb }: Cost): boolean {
  return seconds <= LIMITS_OF_COST.seconds && mb <= LIMITS_OF_COST.mb;
}

async function measuredOnce<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cost: Cost }> {
  forgetLargest();
  const beforeMb = process.memoryUsage.rss() / 1e6;
  const began = performance.now();
  const value = await work();
  const seconds = (performance.now() - began) / 1000;
  return { value, cost: { seconds, mb: Math.max(0, largestMb() - beforeMb) } };
}

const isLinux = process.platform === "linux";

/** Linux can reset the recorded peak (proc_pid_clear_refs(5)). */
function forgetLargest(): void {
  if (isLinux) writeFileSync("/proc/self/clear_refs", "5");
}

/** Elsewhere, the peak since the process began: an upper bound. */
function largestMb(): number {
  if (!isLinux) return process.resourceUsage().maxRSS / 1000;
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return (Number(kib) * 1024) / 1e6;
}
