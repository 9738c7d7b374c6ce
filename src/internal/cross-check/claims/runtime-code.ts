import { type ClaimRule, open, proven } from "../claim.ts";
import { whyNotCompiled } from "./not-compiled.ts";

export const runtimeCode: ClaimRule = {
  id: "runtime-code",
  says: "The code on chain is what the shown sources compile to",
  proof:
    "Proven by the chain and a compiled build whose code it is, or by a compiler on this machine. The service's word never proves it.",
  checks: ["runtime-code-build", "recompiled-here", "given-input-here"],
  judge: (evidence, checks) => {
    if (checks.passed("runtime-code-build")) return proven(["chain", "build"]);
    if (checks.passed("recompiled-here") || checks.passed("given-input-here"))
      return proven(["chain", "compiler"]);
    return open(...whyNotCompiled(evidence, checks));
  },
};
