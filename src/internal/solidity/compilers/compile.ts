import { Worker } from "node:worker_threads";

import { untilAborted } from "../../services/http/limited-signal.ts";
import type { LocalCompiler } from "./local-compiler.ts";

export interface CompileRequest {
  /** Among which the one of this version is taken. */
  readonly compilers: readonly LocalCompiler[];
  readonly longVersion: string;
  /** Standard JSON. */
  readonly input: string;
}

/** What a compiler in another thread tells. */
export type CompileAnswer =
  /** Standard JSON. */
  | { readonly kind: "output"; readonly output: string }
  | { readonly kind: "failed"; readonly reason: string }
  /** None of the compilers is of this version. */
  | { readonly kind: "no-compiler"; readonly reason: string }
  /** A native compiler's process began and ended. */
  | { readonly kind: "started" | "ended"; readonly pid: number };

/** How compiling ends. */
type CompileEnd = Extract<CompileAnswer, { kind: "output" | "failed" | "no-compiler" }>;

/** Node runs the source directly, an installed package what was built from it; all that is built stands in one folder. */
const WORKER = import.meta.url.endsWith(".ts") ? "./compile-worker.ts" : "./compile-worker.js";
const WORKER_URL = new URL(WORKER, import.meta.url);

/**
 * Compiles in a thread of its own, so that a deadline can end it.
 *
 * @returns The compiler's output, or why there is none.
 * @throws What the signal was aborted with.
 */
export async function compile(request: CompileRequest, signal: AbortSignal): Promise<CompileEnd> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER_URL, { workerData: request, stdout: true, stderr: true });
  const processes = new Set<number>();
  try {
    const answer = new Promise<CompileEnd>((resolve) => {
      worker.on("message", (answer: CompileAnswer) => {
        switch (answer.kind) {
          case "started":
            processes.add(answer.pid);
            return;
          case "ended":
            processes.delete(answer.pid);
            return;
          case "output":
          case "failed":
          case "no-compiler":
            resolve(answer);
        }
      });
      worker.once("error", (error) => resolve({ kind: "failed", reason: error.message }));
      worker.once("exit", () => resolve({ kind: "failed", reason: "the compiler's thread ended" }));
    });
    return await untilAborted(answer, signal);
  } finally {
    await worker.terminate();
    for (const pid of processes) endProcess(pid);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
