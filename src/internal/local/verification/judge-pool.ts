import pLimit, { type LimitFunction } from "p-limit";
import { moduleBeside, WorkerProcess } from "../../solidity/compilers/worker-process.ts";
import type { Judged, JudgeFailure, Judgement, JudgeRequest } from "./judgement.ts";

export interface JudgePoolOptions {
  readonly workers: number;
  /**
   * How long one judgement may take, in milliseconds.
   * @default three minutes, and one more for each 100 kB of sources
   */
  readonly timeLimitMs?: number | undefined;
  /**
   * A worker that keeps more memory than this after a judgement is replaced.
   * @default 512 MiB
   */
  readonly mostKeptBytes?: number;
}

/** Judgements that may wait for a worker. */
const MOST_QUEUED = 100;

type Worker = WorkerProcess<JudgeRequest, Judged>;

/**
 * A compiler in WebAssembly keeps the most memory that it ever needed; a new worker starts small. One with a compiler that
 * compiled little has some 150 MiB, and loading it anew takes as long as ten small contracts.
 */
const MOST_KEPT_BYTES = 512 * 1024 * 1024;

const WORKER = moduleBeside(import.meta.url, "judge-worker");

/** Judges in processes of their own, so that the services answer while compilers run. */
export class JudgePool {
  readonly #options: JudgePoolOptions;
  readonly #limit: LimitFunction;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  #closed = false;

  constructor(options: JudgePoolOptions) {
    this.#options = options;
    this.#limit = pLimit(options.workers);
  }

  /** False when as many judgements wait as may. */
  get hasRoom(): boolean {
    return !this.#closed && this.#limit.pendingCount < MOST_QUEUED;
  }

  /** Never rejects: a worker that dies or takes too long is a failed judgement. */
  judge(request: JudgeRequest): Promise<Judgement> {
    return this.#limit(() => (this.#closed ? STOPPED : this.#ask(this.#idle.pop() ?? this.#hire(), request)));
  }

  /** Stops all workers and their compilers. Judgements that wait or run end as failed. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#workers].map((worker) => this.#dismiss(worker)));
  }

  #hire(): Worker {
    const worker: Worker = new WorkerProcess(WORKER);
    this.#workers.add(worker);
    return worker;
  }

  async #dismiss(worker: Worker): Promise<void> {
    this.#workers.delete(worker);
    await worker[Symbol.asyncDispose]();
  }

  async #ask(worker: Worker, request: JudgeRequest): Promise<Judgement> {
    const { timeLimitMs = defaultTimeLimitMs(request), mostKeptBytes = MOST_KEPT_BYTES } = this.#options;
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      void this.#dismiss(worker);
    }, timeLimitMs);
    try {
      const { judgement, keptBytes } = await worker.ask(request);
      if (!isLate && keptBytes <= mostKeptBytes) this.#idle.push(worker);
      else await this.#dismiss(worker);
      return judgement;
    } catch (error) {
      await this.#dismiss(worker);
      if (isLate) return tooSlow(timeLimitMs);
      return this.#closed
        ? STOPPED
        : failed("internal_error", `The verification was not completed: ${(error as Error).message}.`);
    } finally {
      clearTimeout(deadline);
    }
  }
}

/** Through the IR, a compiler needs minutes for what a large project imports. */
export function defaultTimeLimitMs({ submission }: Pick<JudgeRequest, "submission">): number {
  const contents = Object.values(submission.stdJsonInput.sources).map(({ content }) => content.length);
  return Math.round(180_000 + contents.reduce((sum, length) => sum + length, 0) * 0.6);
}

function failed(customCode: string, message: string, errorData?: JudgeFailure["errorData"]): Judgement {
  return { kind: "failed", failure: { customCode, message, errorData } };
}

const STOPPED = failed("internal_error", "The service was stopped.");

function tooSlow(timeLimitMs: number): Judgement {
  const reason = `The compiler took longer than ${timeLimitMs / 1_000} s and was stopped; --compile-timeout of serve allows more.`;
  return failed("compiler_error", `Compiler error. ${reason}`, { compilerErrorMessage: reason });
}
