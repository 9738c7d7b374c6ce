import { CompilerCache } from "../../solidity/compilers/compiler-cache.ts";
import { answerRequests } from "../../solidity/compilers/worker-process.ts";
import { judge } from "./judge.ts";
import type { Judged, JudgeRequest } from "./judgement.ts";
import { loadLibrary } from "./library.ts";

// lib-sourcify may search the internet for missing sources. Calls to the node don't use `fetch`.
globalThis.fetch = async () => {
  throw new Error("The local verification service has no access to the network.");
};

const library = loadLibrary();
const shelf = new CompilerCache();

answerRequests<JudgeRequest, Judged>(async (request) => {
  const judgement = await judge(await library, request, shelf);
  const { heapTotal, external } = process.memoryUsage();
  return { judgement, keptBytes: heapTotal + external };
});
