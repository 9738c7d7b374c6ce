import { moduleBeside } from "../../solidity/compilers/module-beside.ts";
import { WorkerProcess } from "../../solidity/compilers/worker-process.ts";
import type { Judged, Judgement, JudgeRequest } from "./judgement.ts";

export interface JudgePoolOptions {
  /** Judgements at the same time. */
  readonly workers: number;
  /** Judgements that may wait for a worker. */
  readonly mostQueued: number;
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

interface Task {
  readonly request: JudgeRequest;
  readonly resolve: (judgement: Judgement) => void;
}

interface Bench {
  readonly worker: WorkerProcess<JudgeRequest, Judged>;
  task: Task | undefined;
  deadline: NodeJS.Timeout | undefined;
}

/**
 * A compiler in WebAssembly keeps the most memory that it ever needed; a new worker starts small. One with a compiler that
 * compiled little has some 150 MiB, and loading it anew takes as long as ten small contracts.
 */
const MOST_KEPT_BYTES = 512 * 1024 * 1024;

const WORKER = moduleBeside(import.meta.url, "judge-worker");

/** Judges in processes of their own, so that the services answer while compilers run. */
export class JudgePool {
  readonly #options: JudgePoolOptions;
  readonly #benches = new Set<Bench>();
  readonly #queue: Task[] = [];
  #closed = false;

  constructor(options: JudgePoolOptions) {
    this.#options = options;
  }

  /** False when as many judgements wait as may. */
  get hasRoom(): boolean {
    return !this.#closed && this.#queue.length < this.#options.mostQueued;
  }

  /** Never rejects: a worker that dies or takes too long is a failed judgement. */
  judge(request: JudgeRequest): Promise<Judgement> {
    if (this.#closed) return Promise.resolve(stopped());
    return new Promise((resolve) => {
      this.#queue.push({ request, resolve });
      this.#dispatch();
    });
  }

  /** Stops all workers and their compilers. Judgements that wait or run end as failed. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#queue.splice(0)) resolve(stopped());
    await Promise.all([...this.#benches].map((bench) => this.#dismiss(bench, stopped())));
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#benches].find(({ task }) => task === undefined);
      if (idle === undefined && this.#benches.size >= this.#options.workers) return;
      const task = this.#queue.shift();
      if (task === undefined) return;
      this.#start(idle ?? this.#hire(), task);
    }
  }

  #hire(): Bench {
    const bench: Bench = { worker: new WorkerProcess(WORKER), task: undefined, deadline: undefined };
    this.#benches.add(bench);
    return bench;
  }

  #start(bench: Bench, task: Task): void {
    bench.task = task;
    const timeLimitMs = this.#options.timeLimitMs ?? defaultTimeLimitMs(task.request);
    bench.deadline = setTimeout(() => void this.#dismiss(bench, tooSlow(timeLimitMs)), timeLimitMs);
    bench.worker.ask(task.request).then(
      (judged) => this.#hear(bench, judged),
      ({ message }: Error) => this.#dismiss(bench, notCompleted(message)),
    );
  }

  #hear(bench: Bench, { judgement, keptBytes }: Judged): void {
    this.#finish(bench, judgement);
    if (keptBytes > (this.#options.mostKeptBytes ?? MOST_KEPT_BYTES)) void this.#dismiss(bench, judgement);
    else this.#dispatch();
  }

  #finish(bench: Bench, judgement: Judgement): void {
    clearTimeout(bench.deadline);
    const { task } = bench;
    bench.task = undefined;
    task?.resolve(judgement);
  }

  async #dismiss(bench: Bench, judgement: Judgement): Promise<void> {
    if (!this.#benches.delete(bench)) return;
    this.#finish(bench, judgement);
    await bench.worker[Symbol.asyncDispose]();
    this.#dispatch();
  }
}

/** Through the IR, a compiler needs minutes for what a large project imports. */
export function defaultTimeLimitMs({ submission }: Pick<JudgeRequest, "submission">): number {
  const contents = Object.values(submission.stdJsonInput.sources).map(({ content }) => content.length);
  return Math.round(180_000 + contents.reduce((sum, length) => sum + length, 0) * 0.6);
}

function failed(customCode: string, message: string, compilerErrorMessage?: string): Judgement {
  const errorData = compilerErrorMessage === undefined ? {} : { errorData: { compilerErrorMessage } };
  return { kind: "failed", failure: { customCode, message, ...errorData } };
}

function stopped(): Judgement {
  return failed("internal_error", "The service was stopped.");
}

function notCompleted(reason: string): Judgement {
  return failed("internal_error", `The verification was not completed: ${reason}.`);
}

function tooSlow(timeLimitMs: number): Judgement {
  const reason = `The compiler took longer than ${timeLimitMs / 1_000} s and was stopped; --compile-timeout of serve allows more.`;
  return failed("compiler_error", `Compiler error. ${reason}`, reason);
}
