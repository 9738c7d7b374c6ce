import { CompilerCache } from "../../solidity/compilers/compiler-cache.ts";
import { answerRequests } from "../../solidity/compilers/worker-process.ts";
import { judge } from "./judge.ts";
import type { Judged, JudgeRequest } from "./judgement.ts";
import { loadLibrary } from "./library.ts";

// lib-sourcify can look for missing sources on the internet. Here it must not: the node is asked without `fetch`,
// and every other outside request fails.
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
