import { compareCode } from "../../bytecode/compare.ts";
import { type CheckRule, failed, passed } from "../check.ts";
import { compareWritten, writtenCode } from "../compare/compiled-here.ts";
import { needCompiled } from "../compare/need.ts";
import { foreignCallProtection } from "../compare/own-addresses.ts";

export const runtimeCodeBuild: CheckRule = {
  id: "runtime-code-build",
  subject: "code on chain is the build's",
  witnesses: ["chain", "build"],
  proves:
    "The code from eth_getCode is the build's runtime code, with libraries, immutables and metadata filled in, and the call protection of a library with its own address. This needs no service. A constructor can return a code of its own: where the build's creation code, in the input of the creating transaction, created what is on chain now, that input is executed here, without a value, and has to return the code on chain. Unknown where it returns another code, and where it runs an instruction whose result can depend on more than code, memory and stack: allowed are arithmetic, comparisons, KECCAK256, CODESIZE, CODECOPY, memory, stack and jumps, CALLVALUE, which is zero, and the calldata and return data, which are empty. Skipped without a compiled build.",
  run: (evidence) => {
    const { runtime } = needCompiled(evidence);
    const written = writtenCode(evidence);
    if (written !== undefined) return compareWritten(written, evidence);
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
  },
};
