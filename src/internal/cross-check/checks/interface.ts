import { hashText } from "../../domain/keccak.ts";
import type { SignatureRecord } from "../../domain/record.ts";
import { formatCount } from "../../text/amounts.ts";
import {
  type CheckRule,
  endIfFailed,
  failed,
  needCompiled,
  needFromRecord,
  notReturned,
  passed,
  skipped,
} from "../check.ts";
import {
  comparableEntries,
  compareEntries,
  getMetadataAbi,
  listFunctions,
  listSignatures,
  SIGNATURE_KINDS,
  serializeEntries,
} from "../compare/abi-entries.ts";
import { mustFitBuild, mustFitMetadata, needToFitBuild } from "../compare/comparable.ts";
import { compareLayouts, isSolidityLayout } from "../compare/compare-layouts.ts";
import { listNames } from "../compare/compare-values.ts";

export const abi: CheckRule = {
  id: "abi",
  claim: "interface",
  subject: "ABI as in the build",
  witnesses: ["record", "build"],
  proves:
    "The record's ABI has the same entries as the build's ABI, in any order. If the match covers the metadata, they also equal the ABI entries in the metadata. If the match doesn't cover the metadata, only functions are compared, because another author may have named parameters, events and errors differently.",
  run: (evidence) => {
    const { record } = evidence;
    const stored = needFromRecord(record.abi, "the ABI");
    const isSame = mustFitBuild(evidence);
    const described = getMetadataAbi(record);
    if (mustFitMetadata(evidence) && described !== undefined)
      endIfFailed(compareEntries(serializeEntries(described), serializeEntries(stored), "entries"));
    const { abi: built } = needCompiled(evidence);
    return isSame
      ? compareEntries(comparableEntries(built), comparableEntries(stored), "entries")
      : compareEntries(listFunctions(built), listFunctions(stored), "functions");
  },
};

export const signatures: CheckRule = {
  id: "signatures",
  claim: "interface",
  subject: "signatures as in the ABI",
  witnesses: ["record"],
  proves:
    "The record lists the signatures of all functions, events and errors in its ABI and no others, each with its keccak256 hash and the first 4 bytes of that hash. Library functions with types that the ABI can't express are exempt.",
  run: ({ record }) => {
    const stored = needFromRecord(record.signatures, "the signatures");
    const abi = needFromRecord(record.abi, "the ABI");
    const all = SIGNATURE_KINDS.flatMap((kind) => stored[kind] ?? []);
    // Old records have no signatures, because the service didn't store any at that time.
    if (all.length === 0 && SIGNATURE_KINDS.some((kind) => listSignatures(abi, kind).known.size > 0))
      return notReturned("the signatures");
    const wrong = all.filter((signature) => !hasValidHashes(signature));
    if (wrong.length > 0)
      return failed(
        "the keccak256 of each signature",
        `a different hash for ${listNames(wrong.map(({ signature }) => signature))}`,
      );
    for (const kind of SIGNATURE_KINDS) {
      const { known, unreadable } = listSignatures(abi, kind);
      if (stored[kind] === null) continue;
      const listed = new Set(stored[kind].map(({ signature }) => signature));
      const missing = [...known.difference(listed)];
      if (missing.length > 0) return failed(`${kind} ${listNames(missing)}`, "missing from the signatures");
      const others = [...listed.difference(known)].filter(
        (signature) => !unreadable.has(signature.replace(/\(.*$/s, "")),
      );
      if (others.length > 0) return failed("nothing beyond the ABI", `${listNames(others)}, not in the ABI`);
    }
    const missing = SIGNATURE_KINDS.find((kind) => stored[kind] === null);
    if (missing !== undefined) return notReturned(`the ${missing} signatures`);
    return passed(formatCount(all.length, "signature"));
  },
};

function hasValidHashes({ signature, signatureHash32, signatureHash4 }: SignatureRecord): boolean {
  const hash = hashText(signature);
  return signatureHash32.toLowerCase() === hash && signatureHash4.toLowerCase() === hash.slice(0, 10);
}

export const storageLayout: CheckRule = {
  id: "storage-layout",
  claim: "interface",
  subject: "storage layout as in the build",
  witnesses: ["record", "build"],
  proves:
    "The record's storage layout lists the same variables as the build's layout, in the same order. Each has the same slot, byte offset, type, length and name, including variables inside mappings, arrays and structs.",
  run: (evidence) => {
    needToFitBuild(evidence);
    const { storageLayout: built } = needCompiled(evidence);
    if (!isSolidityLayout(built)) return skipped("the build has no storage layout");
    return compareLayouts(built, evidence.record.storageLayout);
  },
};
