import type { CompilerDescription } from "../../solidity/compilers/compiled-here.ts";
import { isSameJson } from "../../text/canonical-json.ts";
import { asObject } from "../../text/is-object.ts";
import { type CheckRule, demand, type Finding, failed, given, skipped } from "../check.ts";
import { compareEntries, entriesOfAnyTool, functionsOf, signaturesOfAbi } from "../compare/abi-entries.ts";
import { listNames } from "../compare/compare-values.ts";
import { hasMetadataHash, needRecompiled, OTHER_WORDS } from "../compare/compiled-here.ts";
import type { Evidence } from "../evidence.ts";

export const recompiledInterface: CheckRule = {
  id: "recompiled-interface",
  subject: "ABI and docs are the compiler's",
  witnesses: ["record", "compiler"],
  needs: "compiled-record",
  proves:
    "The record's ABI, its documentation for users and developers, also those in its metadata, and its function signatures are those that a compiler on this machine writes for the recompiled contract. Where the code has no metadata hash, another author of the same code may have named parameters differently and declared more events and errors: then only the functions have to be the same. Skipped where nothing was recompiled.",
  run: (evidence) => {
    const { record } = evidence;
    const { described } = needRecompiled(evidence);
    if (described?.abi === undefined) return skipped("the compiler describes no interface");
    const { abi } = described;
    demand(outputOfMetadata(evidence, described));
    demand(otherSignatures(evidence, described));
    const stored = given(record.abi, "the ABI");
    demand(compareEntries(functionsOf(abi), functionsOf(stored), "functions"));
    const whole = compareEntries(entriesOfAnyTool(abi), entriesOfAnyTool(stored), "entries");
    const otherDocs = (["userdoc", "devdoc"] as const).filter(
      (kind) =>
        record[kind] != null && described[kind] !== undefined && !isSameJson(record[kind], described[kind]),
    );
    if (whole.status === "passed" && otherDocs.length === 0) return whole;
    // A record of the same code by another author has that author's words.
    if (!hasMetadataHash(described)) return skipped(OTHER_WORDS);
    return whole.status === "passed"
      ? failed("the compiler's documentation", `another ${listNames(otherDocs)}`)
      : whole;
  },
};

/** The metadata has the interface once more. */
function outputOfMetadata({ record }: Evidence, { metadata }: CompilerDescription): Finding | undefined {
  const [written, stored] = [outputOf(metadata), outputOf(record.metadata)];
  if (written === undefined || stored === undefined) return undefined;
  const differing = Object.keys({ ...written, ...stored }).filter(
    (part) => !isSameJson(written[part], stored[part]),
  );
  return differing.length === 0
    ? undefined
    : failed("the interface that the compiler writes", `another in the metadata: ${listNames(differing)}`);
}

/** The selectors are part of the code. A name that the ABI does not express by itself is not compared. */
function otherSignatures(
  { record }: Evidence,
  { methodIdentifiers, abi = [] }: CompilerDescription,
): Finding | undefined {
  if (methodIdentifiers === undefined) return undefined;
  const { unreadable } = signaturesOfAbi(abi, "function");
  const selectors = new Map(Object.entries(methodIdentifiers));
  const others = (record.signatures?.function ?? []).filter(
    ({ signature, signatureHash4 }) =>
      !unreadable.has(signature.replace(/\(.*$/s, "")) &&
      selectors.get(signature) !== signatureHash4.toLowerCase().replace(/^0x/, ""),
  );
  return others.length === 0
    ? undefined
    : failed("the compiler's functions", `others: ${listNames(others.map(({ signature }) => signature))}`);
}

function outputOf(metadata: unknown): Readonly<Record<string, unknown>> | undefined {
  const { output } = asObject(metadata);
  return typeof output === "object" && output !== null ? { ...output } : undefined;
}
