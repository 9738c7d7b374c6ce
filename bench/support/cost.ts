import { median, rounded } from "./figures.ts";
import type { Measured } from "./hardhat.ts";

/** What a command cost, in figures to print. */
export interface Cost {
  readonly seconds: number;
  /** Of the largest process. */
  readonly peakMb: number;
}

export function costOf({ seconds, peakMb }: Measured): Cost {
  return { seconds: rounded(seconds), peakMb };
}

export function medianCost(costs: readonly Cost[]): Cost {
  return {
    seconds: rounded(median(costs.map(({ seconds }) => seconds))),
    peakMb: median(costs.map(({ peakMb }) => peakMb)),
  };
}

export function describe({ seconds, peakMb }: Cost): string {
  return `${seconds.toFixed(2).padStart(8)} s ${String(peakMb).padStart(6)} MB`;
}
