import type { Compile } from "../../../src/internal/solidity/compilers/recompile.ts";
import { COMPILERS, solcOf } from "../solc.ts";

export const compileHere: Compile = async (input, { longVersion }) => {
  const [release = ""] = longVersion.split("+");
  if (!COMPILERS.some(({ version }) => version === release))
    return { kind: "no-compiler", reason: `there is no compiler ${release}` };
  return { kind: "output", output: solcOf(release).compile(input) };
};
