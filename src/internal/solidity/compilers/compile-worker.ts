import { parentPort, workerData } from "node:worker_threads";
import type { CompileMessage, CompileRequest } from "./compile.ts";
import { CompilerCache, NoCompilerError } from "./compiler-cache.ts";

const port = parentPort;
if (port === null) throw new Error("compile-worker.ts runs in a worker thread only.");
const send = (message: CompileMessage): void => port.postMessage(message);

const { compilers, longVersion, input } = workerData as CompileRequest;
const cache = new CompilerCache({
  started: (pid) => send({ kind: "started", pid }),
  ended: (pid) => send({ kind: "ended", pid }),
});
try {
  const compiler = await cache.find(longVersion, compilers, false);
  send({ kind: "output", output: await compiler.compile(input) });
} catch (error) {
  const kind = error instanceof NoCompilerError ? "no-compiler" : "failed";
  send({ kind, reason: error instanceof Error ? error.message : String(error) });
}
