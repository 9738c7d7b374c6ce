import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { compile } from "../compiler/compile.ts";
import { compilersOnPath } from "../compiler/compilers-on-path.ts";
import type { Compile } from "../compiler/recompile.ts";
import { projectCompilers } from "./project-compilers.ts";

/** Compiles by the compilers that are at hand: of Solidity those of the project, of Vyper the one on PATH. */
export function projectCompile(hre: HardhatRuntimeEnvironment): Compile {
  return async (input, { language, longVersion }, signal) => {
    const compilers =
      language === "Vyper" ? await compilersOnPath("vyper") : await projectCompilers(hre.config);
    return compile({ input, longVersion, compilers }, signal);
  };
}
