import { median, rounded } from "./figures.ts";
import type { Measured } from "./hardhat.ts";

/** What a command cost, in figures to print. */
export interface Cost {
  readonly seconds: number;
  /** Of the processor, user and system: on a busy machine it says more than the time that passed. */
  readonly cpuSeconds: number;
  /** Of the largest process. */
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
