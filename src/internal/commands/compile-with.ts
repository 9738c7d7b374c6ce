import { type CompileRequest, type CompileResult, compile } from "../solidity/compilers/compile.ts";
import { findCompilersOnPath } from "../solidity/compilers/find-compilers.ts";
import type { Compile } from "../solidity/compilers/recompile.ts";
import type { Host } from "./host.ts";

/** @param run @default runs each compilation in its own process */
export function createCompile(
  { compilers: solidityCompilers }: Pick<Host, "compilers">,
  run: (request: CompileRequest, signal: AbortSignal) => Promise<CompileResult> = compile,
): Compile {
  return async (input, { language, longVersion }, signal) => {
    const compilers = language === "Vyper" ? await findCompilersOnPath("vyper") : await solidityCompilers();
    return run({ input, longVersion, compilers }, signal);
  };
}
