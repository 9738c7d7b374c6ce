import { compareCode } from "../../bytecode/compare.ts";
import { type CodeTemplate, encodeCode, type Side, toBytes } from "../../domain/code-template.ts";
import type { ContractMetadata, ContractRecord } from "../../domain/record.ts";
import type { CompiledHere, CompilerDescription } from "../../solidity/compilers/compiled-here.ts";
import { isSameJson } from "../../text/canonical-json.ts";
import { asObject, getOwn, isObject, type Json } from "../../text/is-object.ts";
import {
  type CheckRule,
  endIfFailed,
  type Finding,
  failed,
  need,
  needFromRecord,
  passed,
  skipped,
  unknown,
  worstFinding,
} from "../check.ts";
import { comparableEntries, compareEntries, listFunctions, listSignatures } from "../compare/abi-entries.ts";
import { compareLayouts, isSolidityLayout } from "../compare/compare-layouts.ts";
import { describeCode, listNames } from "../compare/compare-values.ts";
import {
  compareWritten,
  findWrittenCode,
  hasMetadataHash,
  needRecompiled,
  OTHER_WORDS,
} from "../compare/compiled-here.ts";
import { findDifferingInputSources } from "../compare/of-same-input.ts";
import { checkCallProtection } from "../compare/own-addresses.ts";
import type { Evidence } from "../evidence.ts";

export const recompiledHere: CheckRule = {
  id: "recompiled-here",
  claim: "runtime-code",
  subject: "sources compile to the code",
  witnesses: ["record", "chain", "compiler"],
  needs: "compiled-record",
  proves:
    "The sources and settings in the record's metadata are compiled on this machine with the metadata's compiler version. The result equals the code on chain and the service's recompiled code. If the record has no Solidity metadata, its standard JSON input is compiled instead. This proves the sources without trusting the service. Runs with `--recompile`, in `check` without a build, and for sources that neither the build nor the given input has.",
  run: (evidence) => {
    const recompiled = need(evidence.recompiled, skipped("--recompile is not set"));
    switch (recompiled.kind) {
      case "not-possible":
      case "no-compiler":
        return unknown(`it could not be compiled on this machine: ${recompiled.reason}`);
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
    ...findDifferingSources(record),
    ...(compiled.isStoredInput === true ? findHiddenSources(record) : []),
  ];
  if (other.length > 0)
    return failed("the record's sources", `different sources were compiled: ${listNames(other)}`);
  const { runtime, creation } = compiled;
  const onchain = compareCode("runtime", facts.runtimeBytecode, runtime);
  const written = onchain?.sameCode === true ? undefined : findWrittenCode(evidence);
  const executed = written && compareWritten(written, evidence);
  if (executed?.status === "unknown") return executed;
  if (onchain?.sameCode !== true && executed === undefined) {
    const reason = "the record's sources don't compile to the code on chain";
    return failed(describeCode(facts.runtimeBytecode), describeCode(runtime.object), reason);
  }
  return worstFinding(
    passed(describeCode(facts.runtimeBytecode)),
    onchain?.sameCode === true ? checkCallProtection(onchain, evidence) : undefined,
    compareWithService("runtime", record, runtime),
    compareWithService("creation", record, creation),
  );
}

/**
 * Returns a failed finding if the service's recompiled code differs from the code compiled on this machine. Neither
 * contains filled-in values.
 */
function compareWithService(side: Side, record: ContractRecord, here: CodeTemplate): Finding | undefined {
  const stored = record[`${side}Bytecode`]?.recompiledBytecode;
  if (stored == null) return undefined;
  const compiled = toBytes(here.object);
  const length = compiled.length - countTrailingImmutables(here, compiled.length);
  const isSame = [compiled.length, length].some(
    (end) => encodeCode(compiled, 0, end) === stored.toLowerCase(),
  );
  return isSame
    ? undefined
    : failed(describeCode(here.object), describeCode(stored), `${side}: the service's compiled code differs`);
}

/** Returns the number of bytes that Vyper's immutables occupy at the end of the code. */
function countTrailingImmutables({ immutableReferences }: CodeTemplate, end: number): number {
  const last = Object.values(immutableReferences).flat();
  return last.find(({ start, length }) => start + length === end)?.length ?? 0;
}

/**
 * Returns the sources whose content in the stored input differs from the record's sources or from the hashes in its
 * metadata.
 */
function findDifferingSources(record: ContractRecord): readonly string[] {
  const input = record.stdJsonInput;
  if (input == null) return [];
  const stored = Object.entries(record.sources ?? {}).flatMap(([path, { content }]) => {
    const compiled = getOwn(input.sources, path)?.content;
    // The input doesn't contain sources that other users submitted for the same code.
    return compiled === undefined || compiled === content ? [] : [path];
  });
  return [...new Set([...stored, ...findDifferingInputSources(record, input)])];
}

function findHiddenSources({ sources, stdJsonInput }: ContractRecord): readonly string[] {
  if (sources == null) return [];
  return Object.keys(stdJsonInput?.sources ?? {}).filter((path) => !Object.hasOwn(sources, path));
}

export const recompiledMetadata: CheckRule = {
  id: "recompiled-metadata",
  claim: "sources",
  subject: "metadata as compiled here",
  witnesses: ["record", "compiler"],
  needs: "compiled-record",
  proves:
    "The record's metadata equals the metadata generated by a compiler on this machine: compiler, language, settings, contract name, and the hash of every source that the contract needs. This comparison works even if the code has no metadata hash.",
  run: (evidence) => {
    const { described } = needRecompiled(evidence);
    const stored = need(evidence.record.metadata, skipped("the record has no metadata"));
    const { metadata: written } = need(described, skipped("the compiler writes no metadata"));
    if (!isObject(written)) return unknown("the compiler on this machine wrote no metadata");
    const differing = findDifferingParts(written, stored);
    return differing.length === 0
      ? passed(`${Object.keys(stored.sources ?? {}).length} sources`)
      : failed("the compiler's metadata", `different ${listNames(differing)}`);
  },
};

/**
 * Returns the differing parts, such as `settings.optimizer`. Excludes the ABI and documentation, which a separate check
 * compares.
 */
function findDifferingParts(written: ContractMetadata, stored: ContractMetadata): readonly string[] {
  const differing = findDifferingKeys(written, stored).filter((key) => key !== "output");
  return differing.flatMap((key) => {
    const [one, other] = [written[key], stored[key]];
    if (!isObject(one) || !isObject(other)) return [key];
    return findDifferingKeys(one, other).map((inner) => `${key}.${inner}`);
  });
}

function findDifferingKeys(one: Json, other: Json): readonly string[] {
  const keys = Object.keys({ ...one, ...other }).sort();
  return keys.filter((key) => !isSameJson(one[key], other[key]));
}

export const recompiledInterface: CheckRule = {
  id: "recompiled-interface",
  claim: "interface",
  subject: "ABI and docs as compiled here",
  witnesses: ["record", "compiler"],
  needs: "compiled-record",
  proves:
    "The record's ABI, documentation and function signatures equal the output of a compiler on this machine. If the code has no metadata hash, only functions are compared.",
  run: (evidence) => {
    const { record } = evidence;
    const { described } = needRecompiled(evidence);
    if (described?.abi === undefined) return skipped("the compiler's output has no ABI");
    const { abi } = described;
    endIfFailed(compareMetadataOutput(evidence, described));
    endIfFailed(compareSignatures(evidence, described));
    const stored = needFromRecord(record.abi, "the ABI");
    endIfFailed(compareEntries(listFunctions(abi), listFunctions(stored), "functions"));
    const whole = compareEntries(comparableEntries(abi), comparableEntries(stored), "entries");
    const otherDocs = (["userdoc", "devdoc"] as const).filter(
      (kind) =>
        record[kind] != null && described[kind] !== undefined && !isSameJson(record[kind], described[kind]),
    );
    if (whole.status === "passed" && otherDocs.length === 0) return whole;
    // If someone else submitted the same code, the record contains that submitter's names and documentation.
    if (!hasMetadataHash(described)) return skipped(OTHER_WORDS);
    return whole.status === "passed"
      ? failed("the compiler's documentation", `different ${listNames(otherDocs)}`)
      : whole;
  },
};

function compareMetadataOutput({ record }: Evidence, { metadata }: CompilerDescription): Finding | undefined {
  const [written, stored] = [getOutput(metadata), getOutput(record.metadata)];
  if (written === undefined || stored === undefined) return undefined;
  const differing = findDifferingKeys(written, stored);
  return differing.length === 0
    ? undefined
    : failed("the compiler's interface", `different in the metadata: ${listNames(differing)}`);
}

/** Compares the function selectors, which are part of the code. Skips signatures that the ABI can't express. */
function compareSignatures(
  { record }: Evidence,
  { methodIdentifiers, abi = [] }: CompilerDescription,
): Finding | undefined {
  if (methodIdentifiers === undefined) return undefined;
  const { unreadable } = listSignatures(abi, "function");
  const selectors = new Map(Object.entries(methodIdentifiers));
  const others = (record.signatures?.function ?? []).filter(
    ({ signature, signatureHash4 }) =>
      !unreadable.has(signature.replace(/\(.*$/s, "")) &&
      selectors.get(signature) !== signatureHash4.toLowerCase().replace(/^0x/, ""),
  );
  return others.length === 0
    ? undefined
    : failed("the compiler's functions", `different: ${listNames(others.map(({ signature }) => signature))}`);
}

function getOutput(metadata: unknown): Json | undefined {
  const { output } = asObject(metadata);
  return typeof output === "object" && output !== null ? { ...output } : undefined;
}

export const recompiledStorageLayout: CheckRule = {
  id: "recompiled-storage-layout",
  claim: "interface",
  subject: "storage layout as compiled here",
  witnesses: ["record", "compiler"],
  needs: "compiled-record",
  proves:
    "The record's storage layout equals the one generated by a compiler on this machine. Skipped if nothing was recompiled, if there is no layout to compare, if another author may have named the variables differently, or if the compiler is older than 0.5.13.",
  run: (evidence) => {
    const { described } = needRecompiled(evidence);
    if (described === undefined || !isSolidityLayout(described.storageLayout))
      return skipped("the compiler's output has no storage layout");
    const found = compareLayouts(described.storageLayout, evidence.record.storageLayout);
    return found.status === "failed" && !hasMetadataHash(described) ? skipped(OTHER_WORDS) : found;
  },
};
