import { isCi, natural, sayChosen, seedOf } from "../helpers/chosen-run.ts";

/** Number of kills. In CI, the moments change with each commit. */
export const KILLS = natural("INTERRUPT_KILLS") ?? (isCi() ? 20 : 50);

/** The seed fixes the aims; the processes' timing still varies. */
export const SEED = seedOf("INTERRUPT_SEED");
sayChosen("test:interrupt", { INTERRUPT_SEED: SEED });

/** A run without kills takes some four seconds. */
export const RUN_LIMIT_MS = 60_000;

/** Seeded random numbers. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below `end`: mulberry32. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  of<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }

  onceIn(times: number): boolean {
    return this.below(times) === 0;
  }
}
