import { messageOf } from "../../text/file-reason.ts";
import type { CompileRequest, CompileResult } from "./compile.ts";
import { CompilerCache, NoCompilerError } from "./compiler-cache.ts";
import { answerRequests } from "./worker-process.ts";

const cache = new CompilerCache();

answerRequests<CompileRequest, CompileResult>(async ({ compilers, longVersion, input }) => {
  try {
    const compiler = await cache.find(longVersion, compilers, false);
    return { kind: "output", output: await compiler.compile(input) };
  } catch (error) {
    const kind = error instanceof NoCompilerError ? "no-compiler" : "failed";
    return { kind, reason: messageOf(error) };
  }
});
