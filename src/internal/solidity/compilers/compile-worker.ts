import { parentPort, workerData } from "node:worker_threads";
import type { CompileAnswer, CompileRequest } from "./compile.ts";
import { CompilerCache, NoCompilerError } from "./compiler-cache.ts";

const port = parentPort;
if (port === null) throw new Error("compile-worker.ts runs in a worker thread only.");
const tell = (answer: CompileAnswer): void => port.postMessage(answer);

const { compilers, longVersion, input } = workerData as CompileRequest;
const shelf = new CompilerCache({
  started: (pid) => tell({ kind: "started", pid }),
  ended: (pid) => tell({ kind: "ended", pid }),
});
try {
  const compiler = await shelf.find(longVersion, compilers, false);
  tell({ kind: "output", output: await compiler.compile(input) });
} catch (error) {
  const kind = error instanceof NoCompilerError ? "no-compiler" : "failed";
  tell({ kind, reason: error instanceof Error ? error.message : String(error) });
}
