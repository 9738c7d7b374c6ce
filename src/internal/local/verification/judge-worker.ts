import { parentPort } from "node:worker_threads";
import { CompilerCache } from "../../solidity/compilers/compiler-cache.ts";
import { judge } from "./judge.ts";
import type { JudgeRequest, WorkerMessage } from "./judgement.ts";
import { loadLibrary } from "./library.ts";

// lib-sourcify can look for missing sources on the internet. Here it must not: the node is asked without `fetch`,
// and every other outside request fails.
globalThis.fetch = async () => {
  throw new Error("The local verification service has no access to the network.");
};

const port = parentPort;
if (port === null) throw new Error("judge-worker.ts runs in a worker thread only.");
const tell = (message: WorkerMessage): void => port.postMessage(message);

const library = loadLibrary();
const shelf = new CompilerCache({
  started: (pid) => tell({ kind: "compiler-started", pid }),
  ended: (pid) => tell({ kind: "compiler-ended", pid }),
});

port.on("message", async (request: JudgeRequest) => {
  const judgement = await judge(await library, request, shelf);
  // These two are of this thread alone.
  const { heapTotal, external } = process.memoryUsage();
  tell({ kind: "judged", judgement, keptBytes: heapTotal + external });
});
