import { type Comparison, compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate, Side } from "../../domain/code-template.ts";
import { type CheckRule, type Finding, failed, notGiven, passed } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";
import { withCompiled } from "../compare/with-build.ts";
import { worstOf } from "../compare/worst-of.ts";

export const recompiledCode: CheckRule = {
  id: "recompiled-code",
  subject: "recompiled code is the build's",
  witnesses: ["record", "build"],
  proves:
    "The service compiled the stored sources to the build's runtime code, libraries and metadata aside, and to its creation code where the record claims a creation match. Nothing is filled in that only a deployment writes: immutables, call protection. Skipped without a compiled build.",
  run: (evidence) =>
    withCompiled(evidence, ({ runtime, creation }) => {
      const { record } = evidence;
      const ofRuntime = compare("runtime", record.runtimeBytecode?.recompiledBytecode, runtime);
      const ofCreation = record.creationBytecode?.recompiledBytecode;
      const isCompared =
        record.creationMatch === undefined ? ofCreation != null : record.creationMatch !== null;
      return isCompared ? worstOf(ofRuntime, compare("creation", ofCreation, creation)) : ofRuntime;
    }),
};

function compare(side: Side, recompiled: string | null | undefined, built: CodeTemplate): Finding {
  if (recompiled === undefined || recompiled === null) return notGiven(`the recompiled ${side} code`);
  const comparison = compareCode(side, recompiled, built);
  if (comparison?.sameCode !== true || comparison.tail !== "0x")
    return failed(`${side}: ${describeCode(built.object)}`, describeCode(recompiled));
  const filledIn = filledInBy(comparison);
  return filledIn === undefined
    ? passed(describeCode(recompiled))
    : failed(`${side}: zeros for ${filledIn}`, "other bytes", "a compiler leaves them open");
}

/** What only a deployment writes. The address of a library can be a setting. */
function filledInBy({ immutables, callProtection = "0x" }: Comparison): string | undefined {
  if (Object.values(immutables).some((value) => !isZero(value))) return "immutables";
  return isZero(callProtection) ? undefined : "call protection";
}

function isZero(value: string): boolean {
  return /^0x0*$/.test(value);
}
