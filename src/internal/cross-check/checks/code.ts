import { type Comparison, compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate, Side } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import {
  type CheckRule,
  type Finding,
  failed,
  NO_CREATION,
  NO_INIT_CODE,
  need,
  needBuild,
  needCompiled,
  needFromRecord,
  notReturned,
  passed,
  skipped,
  worstFinding,
} from "../check.ts";
import { isSideClaimed } from "../compare/comparable.ts";
import { compareBytes, describeCode } from "../compare/compare-values.ts";
import {
  compareWritten,
  findWrittenCode,
  isCreationOnChain,
  needExpectedCode,
} from "../compare/compiled-here.ts";
import { checkCallProtection } from "../compare/own-addresses.ts";

export const runtimeCodeBuild: CheckRule = {
  id: "runtime-code-build",
  claim: "runtime-code",
  subject: "code on chain as in the build",
  witnesses: ["chain", "build"],
  proves:
    "The code from eth_getCode equals the build's runtime code, except for metadata and the values filled in at deployment (library addresses, immutables, and a library's own address). If the constructor itself writes the runtime code, the init code is executed on this machine and must return the code on chain. Unknown if the constructor uses anything except arithmetic, comparisons, KECCAK256, its own code, memory, stack, jumps, and the call value and calldata, which are zero and empty. Also unknown if the code can be called and depends on the constructor's arguments.",
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
  subject: "recompiled code as in the build",
  witnesses: ["record", "build"],
  proves:
    "The service's recompiled runtime code equals the build's runtime code, or the code compiled on this machine from the given input, except for libraries and metadata. If the record claims a creation match, the same applies to the creation code, unless the build was changed after the deployment. The recompiled code contains zeros where immutables and call protection are filled in later.",
  run: (evidence) => {
    const { record } = evidence;
    needBuild(evidence);
    const compiled = needExpectedCode(evidence);
    return worstFinding(
      compare("runtime", record, compiled.runtime),
      isSideClaimed("creation", record) && isCreationOnChain(evidence, compiled)
        ? compare("creation", record, compiled.creation)
        : undefined,
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

/**
 * Finds values in the code that can only have been filled in by a deployment, and returns their kind. Ignores library
 * addresses, because they can also come from the settings.
 */
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
  subject: "creation code as on chain",
  witnesses: ["record", "chain"],
  proves:
    "The record's creation code equals the executed init code, including the constructor arguments. The init code comes from the creation transaction, the call trace or the query service, or is confirmed by the CREATE2 address.",
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
