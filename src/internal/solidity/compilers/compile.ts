import { untilAborted } from "../../services/http/limited-signal.ts";
import type { LocalCompiler } from "./find-compilers.ts";
import { resolveSibling, WorkerProcess } from "./worker-process.ts";

export interface CompileRequest {
  readonly compilers: readonly LocalCompiler[];
  readonly longVersion: string;
  /** Standard JSON. */
  readonly input: string;
}

export type CompileResult =
  /** Standard JSON. */
  | { readonly kind: "output"; readonly output: string }
  | { readonly kind: "failed"; readonly reason: string }
  /** None of the compilers has this version. */
  | { readonly kind: "no-compiler"; readonly reason: string };

const WORKER = resolveSibling(import.meta.url, "compile-worker");

/** Compiles in a separate process, so that a deadline can end it. @throws The signal's reason. */
export async function compile(request: CompileRequest, signal: AbortSignal): Promise<CompileResult> {
  await using session = new CompilerSession();
  return await session.compile(request, signal);
}

/** Compiles many inputs in one process, one at a time. Loads each compiler once. */
export class CompilerSession implements AsyncDisposable {
  readonly #worker = new WorkerProcess<CompileRequest, CompileResult>(WORKER);

  async compile(request: CompileRequest, signal: AbortSignal): Promise<CompileResult> {
    signal.throwIfAborted();
    return await untilAborted(
      this.#worker
        .ask(request)
        .catch(({ message }: Error): CompileResult => ({ kind: "failed", reason: message })),
      signal,
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#worker[Symbol.asyncDispose]();
  }
}
