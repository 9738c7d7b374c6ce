import { type Comparison, compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate, Side } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import {
  type CheckRule,
  type Finding,
  failed,
  need,
  needFromRecord,
  notReturned,
  passed,
  skipped,
  worstFinding,
} from "../check.ts";
import { isSideClaimed } from "../compare/comparable.ts";
import { compareBytes, describeCode } from "../compare/compare-values.ts";
import { compareWritten, findWrittenCode } from "../compare/compiled-here.ts";
import { NO_CREATION, NO_INIT_CODE, needCompiled } from "../compare/need.ts";
import { checkCallProtection } from "../compare/own-addresses.ts";

export const runtimeCodeBuild: CheckRule = {
  id: "runtime-code-build",
  claim: "runtime-code",
  subject: "code on chain is the build's",
  witnesses: ["chain", "build"],
  proves:
    "The code from eth_getCode is the build's runtime code, with libraries, immutables, metadata and a library's own address filled in. If the constructor itself writes the runtime code, the executed creation code is run here and must return the code on chain. Unknown if it uses anything except arithmetic, comparisons, KECCAK256, its own code, memory, stack, jumps, and the empty value and calldata.",
  run: (evidence) => {
    const { runtime } = needCompiled(evidence);
    const written = findWrittenCode(evidence);
    if (written !== undefined) return compareWritten(written, evidence);
    const comparison = compareCode("runtime", evidence.facts.runtimeBytecode, runtime);
    if (comparison?.sameCode === true)
      return (
        checkCallProtection(comparison, evidence) ??
        passed(comparison.sameMetadata ? "including metadata" : "different metadata")
      );
    const first = comparison?.differences[0];
    return failed(
      "the build's code",
      first === undefined ? "no code" : `different from byte ${first.offset} on`,
    );
  },
};

export const runtimeCodeChain: CheckRule = {
  id: "runtime-code-chain",
  claim: "record",
  subject: "stored code is on chain",
  witnesses: ["record", "chain"],
  proves: "The record's runtime code equals the current code from eth_getCode, byte for byte.",
  run: ({ record, facts }) =>
    compareBytes(
      facts.runtimeBytecode,
      needFromRecord(record.runtimeBytecode?.onchainBytecode, "the on-chain runtime code"),
      "the record is stale, or belongs to another deployment",
    ),
};

export const recompiledCode: CheckRule = {
  id: "recompiled-code",
  claim: "sources",
  subject: "recompiled code is the build's",
  witnesses: ["record", "build"],
  proves:
    "The service compiled the stored sources to the build's runtime code, except for libraries and metadata, and to its creation code if the record claims a creation match. It filled in no immutables or call protection.",
  run: (evidence) => {
    const { runtime, creation } = needCompiled(evidence);
    const { record } = evidence;
    return worstFinding(
      compare("runtime", record, runtime),
      isSideClaimed("creation", record) ? compare("creation", record, creation) : undefined,
    );
  },
};

function compare(side: Side, record: ContractRecord, built: CodeTemplate): Finding {
  const recompiled = record[`${side}Bytecode`]?.recompiledBytecode;
  if (recompiled == null) return notReturned(`the recompiled ${side} code`);
  const comparison = compareCode(side, recompiled, built);
  if (comparison?.sameCode !== true || comparison.tail !== "0x")
    return failed(`${side}: ${describeCode(built.object)}`, describeCode(recompiled));
  const filledIn = findFilledIn(comparison);
  return filledIn === undefined
    ? passed(describeCode(recompiled))
    : failed(`${side}: zeros for ${filledIn}`, "different bytes", "compilers leave them zero");
}

/** Names the values that only a deployment can have filled in. A library's address can also come from the settings. */
function findFilledIn({ immutables, callProtection = "0x" }: Comparison): string | undefined {
  if (Object.values(immutables).some((value) => !isZero(value))) return "immutables";
  return isZero(callProtection) ? undefined : "call protection";
}

function isZero(value: string): boolean {
  return /^0x0*$/.test(value);
}

export const creationCodeChain: CheckRule = {
  id: "creation-code-chain",
  claim: "record",
  subject: "creation code is the chain's",
  witnesses: ["record", "chain"],
  proves:
    "The record's creation code equals the executed init code with constructor arguments, from the creating transaction, the call trace, the query service or the CREATE2 address.",
  run: ({ record, facts }) => {
    if (record.creationMatch === null) return skipped("the record has no creation match");
    const { initCode } = need(facts.creation, NO_CREATION);
    const { bytecode } = need(initCode, NO_INIT_CODE);
    return compareBytes(
      bytecode,
      needFromRecord(record.creationBytecode?.onchainBytecode, "the on-chain creation code"),
    );
  },
};
