import { type ClaimRule, type Findings, open, proven, refuted, whyNotCompiled } from "../claim.ts";
import { describeCode } from "../compare/compare-values.ts";
import { writtenCode } from "../compare/compiled-here.ts";

export const runtimeCode: ClaimRule = {
  id: "runtime-code",
  proof:
    "Proven by the chain and a compiled build whose code it is, or by a compiler on this machine. Code that the constructor writes itself is proven where the creation code, executed here, returns it, and reads nothing but itself. The service's word never proves it. Refuted where the code, read again before the verdict, is twice another one.",
  checks: ["runtime-code-build", "recompiled-here", "given-input-here"],
  judge: (evidence, checks) => {
    const { codeAgain } = evidence;
    if (codeAgain.state === "changed")
      return refuted(["chain"], `the code changed during this run: ${describeCode(codeAgain.code)} now`);
    const isWritten = writtenCode(evidence) !== undefined;
    const how = isWritten ? "the constructor writes it, executed here" : undefined;
    if (checks.passed("runtime-code-build")) return proven(["chain", "build"], how);
    if (checks.passed("recompiled-here") || checks.passed("given-input-here"))
      return proven(["chain", "compiler"], how);
    if (isWritten) return open(whyUnknown(checks) ?? "nothing compiled is the code on chain", "none");
    return whyNotCompiled(evidence, checks);
  },
};

function whyUnknown(checks: Findings): string | undefined {
  const unknown = ["runtime-code-build", "recompiled-here"].find((id) => checks.status(id) === "unknown");
  return unknown === undefined ? undefined : checks.reason(unknown);
}
