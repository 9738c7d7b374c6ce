import type { Clock, Wait } from "../../domain/clock.ts";
import { Stopped } from "../../pipeline/ports.ts";
import type { RecordedWorld } from "../schema.ts";

/** Thrown where a replay asks what the file has no answer to. */
export class MissingAnswer extends Error {
  override readonly name = "MissingAnswer";
}

/** The time and the end of one contract's run, as they were recorded. Nothing in a replay waits. */
export class ReplayRun {
  /** Of the first question that has no answer. */
  missing: MissingAnswer | undefined;
  readonly #stopped: RecordedWorld["stopped"];
  readonly #startedAt: number;
  readonly #controller = new AbortController();
  #elapsedMs = 0;

  constructor({ stopped, startedAt }: Pick<RecordedWorld, "stopped" | "startedAt">) {
    this.#stopped = stopped;
    this.#startedAt = Date.parse(startedAt);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly wait: Wait = async (ms, signal) => {
    signal.throwIfAborted();
    this.passedMs(this.#elapsedMs + ms);
  };

  readonly clock: Clock = {
    elapsedMs: () => this.#elapsedMs,
    now: () => new Date(this.#startedAt + this.#elapsedMs),
    wait: this.wait,
  };

  /** It is so many milliseconds after the beginning now, or later. */
  passedMs(atMs: number): void {
    this.#elapsedMs = Math.max(this.#elapsedMs, atMs);
  }

  /**
   * There is no answer: ends the run where the recorded one was stopped.
   *
   * @throws the reason of the stop; MissingAnswer
   */
  unanswered(question: string): never {
    if (this.#stopped === undefined) {
      this.missing ??= new MissingAnswer(question);
      throw this.missing;
    }
    const { by, atMs } = this.#stopped;
    this.passedMs(atMs);
    this.#controller.abort(new Stopped(by));
    throw this.#controller.signal.reason;
  }

  get wasStopped(): boolean {
    return this.#stopped !== undefined;
  }
}

/** Recorded answers by their question, each in its order. */
export class Answers<T> {
  readonly #byQuestion = new Map<string, { readonly list: T[]; next: number }>();
  readonly #run: ReplayRun;

  constructor(run: ReplayRun, entries: Iterable<readonly [question: string, answer: T]>) {
    this.#run = run;
    for (const [question, answer] of entries) {
      const known = this.#byQuestion.get(question);
      if (known === undefined) this.#byQuestion.set(question, { list: [answer], next: 0 });
      else known.list.push(answer);
    }
  }

  /**
   * The next answer. The last one stays, because what is asked again and again may be asked once more, unless the run
   * was stopped while it asked.
   *
   * @param words What is asked, for people.
   */
  take(question: string, words: string): T {
    const known = this.#byQuestion.get(question);
    const last = this.#run.wasStopped ? undefined : known?.list.at(-1);
    return this.takeNext(question) ?? last ?? this.#run.unanswered(words);
  }

  /** The next answer; undefined after the last one. */
  takeNext(question: string): T | undefined {
    const known = this.#byQuestion.get(question);
    return known?.list[known.next++];
  }
}
