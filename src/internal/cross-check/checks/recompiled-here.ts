import { compareCode } from "../../bytecode/compare.ts";
import { type CodeTemplate, decodeCode, encodeCode, type Side } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import type { CompiledHere } from "../../solidity/compilers/compiled-here.ts";
import { type CheckRule, type Finding, failed, need, passed, skipped, unknown, worstOf } from "../check.ts";
import { describeCode, listNames } from "../compare/compare-values.ts";
import { compareWritten, writtenCode } from "../compare/compiled-here.ts";
import { otherSources } from "../compare/of-same-input.ts";
import { foreignCallProtection } from "../compare/own-addresses.ts";
import type { Evidence } from "../evidence.ts";

export const recompiledHere: CheckRule = {
  id: "recompiled-here",
  subject: "sources compile to its code",
  witnesses: ["record", "chain", "compiler"],
  needs: "compiled-record",
  proves:
    "The sources and settings that the record's metadata lists, compiled on this machine with the compiler that it names, give the code on chain, and byte for byte the service's recompiled code. Nothing else of the stored standard JSON input is compiled; without Solidity metadata all of it is, and then each of its sources is one that the record shows. This proves the sources without trusting the service. Where they give the executed creation code, and the constructor writes the runtime code itself, that is executed here, as for `runtime-code-build`. With `--recompile`, and in `check` without a build.",
  run: (evidence) => {
    const recompiled = need(evidence.recompiled, skipped("--recompile is not set"));
    switch (recompiled.kind) {
      case "not-possible":
      case "no-compiler":
        return unknown(`it could not be compiled here: ${recompiled.reason}`);
      case "failed":
        return failed("the code on chain", "no code", recompiled.reason);
      case "compiled":
        return compareCompiled(evidence, recompiled);
    }
  },
};

function compareCompiled(evidence: Evidence, compiled: CompiledHere): Finding {
  const { record, facts } = evidence;
  const other = [
    ...othersThanStored(record),
    ...(compiled.isStoredInput === true ? hiddenSources(record) : []),
  ];
  if (other.length > 0) return failed("the record's sources", `others were compiled: ${listNames(other)}`);
  const { runtime, creation } = compiled;
  const onchain = compareCode("runtime", facts.runtimeBytecode, runtime);
  const written = onchain?.sameCode === true ? undefined : writtenCode(evidence);
  const executed = written && compareWritten(written, evidence);
  if (executed?.status === "unknown") return executed;
  if (onchain?.sameCode !== true && executed === undefined) {
    const reason = "the record's sources compile to other code than the code on chain";
    return failed(describeCode(facts.runtimeBytecode), describeCode(runtime.object), reason);
  }
  return worstOf(
    passed(describeCode(facts.runtimeBytecode)),
    onchain?.sameCode === true ? foreignCallProtection(onchain, evidence) : undefined,
    asTheService("runtime", record, runtime),
    asTheService("creation", record, creation),
  );
}

/** The service compiled the same, and filled nothing in. */
function asTheService(side: Side, record: ContractRecord, here: CodeTemplate): Finding | undefined {
  const stored = record[`${side}Bytecode`]?.recompiledBytecode;
  if (stored == null) return undefined;
  const compiled = decodeCode(here.object) ?? new Uint8Array();
  const length = compiled.length - lengthOfTrailingImmutables(here, compiled.length);
  const isSame = [compiled.length, length].some(
    (end) => encodeCode(compiled, 0, end) === stored.toLowerCase(),
  );
  return isSame
    ? undefined
    : failed(describeCode(here.object), describeCode(stored), `${side}: the service compiled other code`);
}

/** Vyper's immutables follow the compiled code. */
function lengthOfTrailingImmutables({ immutableReferences }: CodeTemplate, end: number): number {
  const last = Object.values(immutableReferences).flat();
  return last.find(({ start, length }) => start + length === end)?.length ?? 0;
}

/** Sources that the record shows, or whose hashes its metadata lists, but that differ from the stored input. */
function othersThanStored(record: ContractRecord): readonly string[] {
  const input = record.stdJsonInput;
  if (input == null) return [];
  const stored = Object.entries(record.sources ?? {}).flatMap(([path, { content }]) => {
    const compiled = Object.hasOwn(input.sources, path) ? input.sources[path]?.content : undefined;
    // This input lacks the sources of other submitters of the same code.
    return compiled === undefined || compiled === content ? [] : [path];
  });
  return [...new Set([...stored, ...otherSources(record, input)])];
}

/** Sources of the stored input that the record does not show. */
function hiddenSources({ sources, stdJsonInput }: ContractRecord): readonly string[] {
  if (sources == null) return [];
  return Object.keys(stdJsonInput?.sources ?? {}).filter((path) => !Object.hasOwn(sources, path));
}
