import { Worker } from "node:worker_threads";

import { untilAborted } from "../../services/http/limited-signal.ts";
import type { LocalCompiler } from "./local-compiler.ts";

export interface CompileRequest {
  /** The compiler of this version is chosen from these. */
  readonly compilers: readonly LocalCompiler[];
  readonly longVersion: string;
  /** Standard JSON. */
  readonly input: string;
}

/** A message from the compiler's thread. */
export type CompileMessage =
  /** Standard JSON. */
  | { readonly kind: "output"; readonly output: string }
  | { readonly kind: "failed"; readonly reason: string }
  /** None of the compilers is of this version. */
  | { readonly kind: "no-compiler"; readonly reason: string }
  /** A native compiler's process began and ended. */
  | { readonly kind: "started" | "ended"; readonly pid: number };

type CompileResult = Extract<CompileMessage, { kind: "output" | "failed" | "no-compiler" }>;

/** Node runs the source directly; an installed package has the built worker in the same folder. */
const WORKER = import.meta.url.endsWith(".ts") ? "./compile-worker.ts" : "./compile-worker.js";
const WORKER_URL = new URL(WORKER, import.meta.url);

/**
 * Compiles in a thread of its own, so that a deadline can end it.
 *
 * @returns The compiler's output, or why there is none.
 * @throws The signal's reason.
 */
export async function compile(request: CompileRequest, signal: AbortSignal): Promise<CompileResult> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER_URL, { workerData: request, stdout: true, stderr: true });
  const processes = new Set<number>();
  try {
    const result = new Promise<CompileResult>((resolve) => {
      worker.on("message", (message: CompileMessage) => {
        switch (message.kind) {
          case "started":
            processes.add(message.pid);
            return;
          case "ended":
            processes.delete(message.pid);
            return;
          case "output":
          case "failed":
          case "no-compiler":
            resolve(message);
        }
      });
      worker.once("error", (error) => resolve({ kind: "failed", reason: error.message }));
      worker.once("exit", () => resolve({ kind: "failed", reason: "the compiler's thread ended" }));
    });
    return await untilAborted(result, signal);
  } finally {
    await worker.terminate();
    for (const pid of processes) endProcess(pid);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}
