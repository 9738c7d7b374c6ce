import { type ClaimRule, open, proven, refuted } from "../claim.ts";
import { describeCode } from "../compare/compare-values.ts";
import { whyNotCompiled } from "./not-compiled.ts";

export const runtimeCode: ClaimRule = {
  id: "runtime-code",
  says: "The code on chain is what the shown sources compile to",
  proof:
    "Proven by the chain and a compiled build whose code it is, or by a compiler on this machine. The service's word never proves it. Refuted where the code, read again before the verdict, is twice another one.",
  checks: ["runtime-code-build", "recompiled-here", "given-input-here"],
  judge: (evidence, checks) => {
    const { codeAgain } = evidence;
    if (codeAgain.state === "changed")
      return refuted(["chain"], `the code changed during this run: ${describeCode(codeAgain.code)} now`);
    if (checks.passed("runtime-code-build")) return proven(["chain", "build"]);
    if (checks.passed("recompiled-here") || checks.passed("given-input-here"))
      return proven(["chain", "compiler"]);
    return open(...whyNotCompiled(evidence, checks));
  },
};
