import type { Clock } from "../domain/clock.ts";
import type { ContractReport } from "../report/model.ts";

/** The stages in order; a report's timings are named after them. */
export type Stage =
  | "builds"
  | "target"
  | "stored"
  | "deployment"
  | "proxy"
  | "build"
  | "submission"
  | "job"
  | "record"
  | "crossCheck";

/** The time that a run takes, and each of its stages. */
export class Stopwatch {
  /** The stage that runs, or that ended the run. */
  current: Stage | undefined;
  readonly #clock: Clock;
  readonly #startedMs: number;
  #startedAt: Date | undefined;
  #timings: ContractReport["timings"] = { totalMs: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedMs = clock.elapsedMs();
  }

  /** Milliseconds since the run began. */
  elapsedMs(): number {
    return Math.round(this.#clock.elapsedMs() - this.#startedMs);
  }

  /** The same where the machine may have slept meanwhile, which a monotonic clock need not count. */
  elapsedAtMostMs(): number {
    const now = this.#clock.now().getTime();
    return Math.max(this.elapsedMs(), now - (this.#startedAt?.getTime() ?? now));
  }

  /** Runs a stage and notes how long it took, also when it ends the run. */
  async time<T>(name: Stage, work: () => Promise<T>): Promise<T> {
    const before = this.elapsedMs();
    this.current = name;
    this.#startedAt ??= this.#clock.now();
    try {
      return await work();
    } finally {
      this.#timings = { ...this.#timings, [`${name}Ms`]: this.elapsedMs() - before };
    }
  }

  /** Of each stage so far, and of the whole. */
  timings(): ContractReport["timings"] {
    return { ...this.#timings, totalMs: this.elapsedMs() };
  }
}
