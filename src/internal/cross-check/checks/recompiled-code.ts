import { compareCode } from "../../bytecode/compare.ts";
import { type CheckRule, failed, passed, unknown } from "../check.ts";
import { describeCode } from "../compare-values.ts";

export const recompiledCode: CheckRule = {
  id: "recompiled-code",
  subject: "recompiled code is the build's",
  witnesses: ["record", "build"],
  proves:
    "What the service compiled itself is the build's runtime code, placeholders aside: the sources that it stores are sources of this code.",
  run: ({ record, build }) => {
    const recompiled = record.runtimeBytecode?.recompiledBytecode;
    if (recompiled === undefined || recompiled === null) return unknown("the record has no recompiled code");
    const comparison = compareCode("runtime", recompiled, build.candidate.runtime);
    return comparison?.sameCode === true
      ? passed(describeCode(recompiled))
      : failed(describeCode(build.candidate.runtime.object), describeCode(recompiled));
  },
};
