import { compile } from "../solidity/compilers/compile.ts";
import { compilersOnPath } from "../solidity/compilers/compilers-on-path.ts";
import type { Compile } from "../solidity/compilers/recompile.ts";
import type { Host } from "./host.ts";

/** Compiles by the compilers that are at hand: of Solidity those of the host, of Vyper the one on PATH. */
export function compileWith({ compilers: solidityCompilers }: Pick<Host, "compilers">): Compile {
  return async (input, { language, longVersion }, signal) => {
    const compilers = language === "Vyper" ? await compilersOnPath("vyper") : await solidityCompilers();
    return compile({ input, longVersion, compilers }, signal);
  };
}
