import { median, rounded } from "./figures.ts";
import type { Measured } from "./hardhat.ts";

/** A command's cost, as printed. */
export interface Cost {
  readonly seconds: number;
  /** Processor time, user and system. On a busy machine it is more reliable than wall time. */
  readonly cpuSeconds: number;
  /** Peak memory of the largest process. */
  readonly peakMb: number;
}

export function costOf({ seconds, cpuMs, peakMb }: Measured): Cost {
  return { seconds: rounded(seconds), cpuSeconds: rounded(cpuMs / 1000), peakMb };
}

export function medianCost(costs: readonly Cost[]): Cost {
  return {
    seconds: rounded(median(costs.map(({ seconds }) => seconds))),
    cpuSeconds: rounded(median(costs.map(({ cpuSeconds }) => cpuSeconds))),
    peakMb: median(costs.map(({ peakMb }) => peakMb)),
  };
}

export function describe({ seconds, cpuSeconds, peakMb }: Cost): string {
  return `${seconds.toFixed(2).padStart(8)} s ${cpuSeconds.toFixed(2).padStart(8)} s of CPU ${String(peakMb).padStart(6)} MB`;
}
