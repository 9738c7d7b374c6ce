import { type Comparison, compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate, Side } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, notGiven, passed, worstOf } from "../check.ts";
import { isSideClaimed } from "../compare/comparable.ts";
import { describeCode } from "../compare/compare-values.ts";
import { needCompiled } from "../compare/need.ts";

export const recompiledCode: CheckRule = {
  id: "recompiled-code",
  subject: "recompiled code is the build's",
  witnesses: ["record", "build"],
  proves:
    "The service compiled the stored sources to the build's runtime code, libraries and metadata aside, and to its creation code where the record claims a creation match. Nothing is filled in that only a deployment writes: immutables, call protection. Skipped without a compiled build.",
  run: (evidence) => {
    const { runtime, creation } = needCompiled(evidence);
    const { record } = evidence;
    return worstOf(
      compare("runtime", record, runtime),
      isSideClaimed("creation", record) ? compare("creation", record, creation) : undefined,
    );
  },
};

function compare(side: Side, record: ContractRecord, built: CodeTemplate): Finding {
  const recompiled = record[`${side}Bytecode`]?.recompiledBytecode;
  if (recompiled == null) return notGiven(`the recompiled ${side} code`);
  const comparison = compareCode(side, recompiled, built);
  if (comparison?.sameCode !== true || comparison.tail !== "0x")
    return failed(`${side}: ${describeCode(built.object)}`, describeCode(recompiled));
  const filledIn = filledInBy(comparison);
  return filledIn === undefined
    ? passed(describeCode(recompiled))
    : failed(`${side}: zeros for ${filledIn}`, "other bytes", "a compiler leaves them open");
}

/** Only a deployment fills these in. The address of a library can also be a setting. */
function filledInBy({ immutables, callProtection = "0x" }: Comparison): string | undefined {
  if (Object.values(immutables).some((value) => !isZero(value))) return "immutables";
  return isZero(callProtection) ? undefined : "call protection";
}

function isZero(value: string): boolean {
  return /^0x0*$/.test(value);
}
