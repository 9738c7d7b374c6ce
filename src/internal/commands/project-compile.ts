import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { projectCompilers } from "../hosts/hardhat3/project-compilers.ts";
import { compile } from "../solidity/compilers/compile.ts";
import { compilersOnPath } from "../solidity/compilers/compilers-on-path.ts";
import type { Compile } from "../solidity/compilers/recompile.ts";

/** Compiles by the compilers that are at hand: of Solidity those of the project, of Vyper the one on PATH. */
export function projectCompile(hre: HardhatRuntimeEnvironment): Compile {
  return async (input, { language, longVersion }, signal) => {
    const compilers =
      language === "Vyper" ? await compilersOnPath("vyper") : await projectCompilers(hre.config);
    return compile({ input, longVersion, compilers }, signal);
  };
}
