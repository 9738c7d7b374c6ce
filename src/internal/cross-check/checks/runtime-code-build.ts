import { compareCode } from "../../bytecode/compare.ts";
import { type CheckRule, failed, passed } from "../check.ts";
import { foreignCallProtection } from "../compare/call-protection.ts";
import { withCompiled } from "../compare/with-build.ts";

export const runtimeCodeBuild: CheckRule = {
  id: "runtime-code-build",
  subject: "code on chain is the build's",
  witnesses: ["chain", "build"],
  proves:
    "The code from eth_getCode is the build's runtime code, with libraries, immutables and metadata filled in, and the call protection of a library with its own address. This needs no service. Skipped without a compiled build.",
  run: (evidence) =>
    withCompiled(evidence, ({ runtime }) => {
      const comparison = compareCode("runtime", evidence.facts.runtimeBytecode, runtime);
      if (comparison?.sameCode === true)
        return (
          foreignCallProtection(comparison, evidence) ??
          passed(comparison.sameMetadata ? "metadata too" : "other metadata")
        );
      const first = comparison?.differences[0];
      return failed(
        "the build's code",
        first === undefined ? "no code" : `other bytes from byte ${first.offset}`,
      );
    }),
};
