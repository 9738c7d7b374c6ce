import pLimit, { type LimitFunction } from "p-limit";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { JobError, Submission } from "../../domain/record.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import { resolveSibling, WorkerProcess } from "../../solidity/compilers/worker-process.ts";
import type { Verified } from "./verified.ts";

interface JudgePoolOptions {
  readonly workers: number;
  /** Milliseconds for one judgement. @default three minutes, plus one minute per 100 kB of sources */
  readonly timeLimitMs?: number | undefined;
  /** A worker that still uses more memory than this after a judgement is replaced. @default 512 MiB */
  readonly mostKeptBytes?: number;
}

const MAX_QUEUED = 100;

type Worker = WorkerProcess<JudgeRequest, Judged>;

/**
 * A WebAssembly compiler never releases memory. A worker whose compiler has done little uses about 150 MiB. Reloading
 * its compiler takes as long as compiling ten small contracts.
 */
const MAX_KEPT_BYTES = 512 * 1024 * 1024;

const WORKER = resolveSibling(import.meta.url, "judge-worker");

/** Compilers run in separate processes, so the services can respond meanwhile. */
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

  get hasRoom(): boolean {
    return !this.#closed && this.#limit.pendingCount < MAX_QUEUED;
  }

  /** Never rejects: if a worker dies or times out, the job fails. */
  judge(request: JudgeRequest): Promise<Judgement> {
    return this.#limit(() => (this.#closed ? STOPPED : this.#ask(this.#idle.pop() ?? this.#hire(), request)));
  }

  /** Stops all workers and their compilers. Waiting and running judgements fail. */
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
    const { timeLimitMs = defaultTimeLimitMs(request), mostKeptBytes = MAX_KEPT_BYTES } = this.#options;
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

/** With the IR pipeline, a compiler may need minutes for a large project's imports. */
export function defaultTimeLimitMs({ submission }: Pick<JudgeRequest, "submission">): number {
  const contents = Object.values(submission.stdJsonInput.sources).map(({ content }) => content.length);
  return Math.round(180_000 + contents.reduce((sum, length) => sum + length, 0) * 0.6);
}

function failed(customCode: string, message: string, errorData?: JudgeFailure["errorData"]): Judgement {
  return { kind: "failed", failure: { customCode, message, errorData } };
}

const STOPPED = failed("internal_error", "The service was stopped.");

function tooSlow(timeLimitMs: number): Judgement {
  const reason = `The compiler took longer than ${timeLimitMs / 1_000} s and was stopped; serve --compile-timeout allows more.`;
  return failed("compiler_error", `Compiler error. ${reason}`, { compilerErrorMessage: reason });
}

export interface JudgeRequest {
  readonly submission: Omit<Submission, "stdJsonInput"> & {
    readonly stdJsonInput: Omit<StandardJsonInput, "settings"> & Partial<StandardJsonInput>;
  };
  readonly chain: { readonly rpcUrl: string; readonly chainId: string };
  /** Checksummed. */
  readonly address: string;
  readonly compilers: readonly LocalCompiler[];
}

/** Contains only the code known before the failure. */
export type JudgeFailure = Omit<JobError, "errorId" | "compilerErrors" | "compilerErrorMessage"> & {
  readonly errorData?:
    | { readonly compilerErrors?: unknown; readonly compilerErrorMessage?: string | undefined }
    | undefined;
};

export type Judgement =
  | { readonly kind: "verified"; readonly verified: Verified }
  | { readonly kind: "failed"; readonly failure: JudgeFailure };

export interface Judged {
  readonly judgement: Judgement;
  /** The worker's current memory use, including its WebAssembly compilers. */
  readonly keptBytes: number;
}
