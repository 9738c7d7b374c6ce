import { decodeCode } from "../../bytecode/code.ts";
import { ipfsHashOf } from "../../bytecode/ipfs-hash.ts";
import { findMetadataSections } from "../../bytecode/metadata-sections.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { canonicalJson } from "../compare-values.ts";

export const metadataHash: CheckRule = {
  id: "metadata-hash",
  subject: "metadata's hash is on chain",
  witnesses: ["record", "chain"],
  proves:
    "The record's metadata, written as the compiler writes it, has the IPFS hash that the code on chain ends with. So its sources' hashes, settings, compiler and contract name are those that were deployed, on nobody's word. Skipped where the runtime match is not exact, or the code ends with no IPFS hash.",
  run: ({ record, facts }) => {
    if (record.runtimeMatch !== "exact_match")
      return skipped("the runtime match does not cover the metadata");
    const onchain = hashAtTheEndOf(facts.runtimeBytecode);
    if (onchain === undefined) return skipped("the code on chain does not end with an IPFS hash");
    if (record.metadata === undefined || record.metadata === null)
      return unknown("the record has no metadata");
    const text = canonicalJson(record.metadata);
    const hashes = [inAscii(text), text].map((written) => ipfsHashOf(Buffer.from(written)));
    const [hash] = hashes;
    if (hash === undefined)
      return unknown("the metadata is too long for one block, which is as much as is hashed here");
    if (hashes.includes(onchain)) return passed(onchain);
    return failed(onchain, hash, "the metadata on record is not that of the code on chain");
  },
};

/** As solc writes JSON: beyond ASCII as escapes. Versions before it did may have written UTF-8. */
function inAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The last section is the contract's own; those before are of contracts that it creates. */
function hashAtTheEndOf(code: string): string | undefined {
  const bytes = decodeCode(code);
  const last = bytes === undefined ? undefined : findMetadataSections(bytes).at(-1);
  return last !== undefined && last.offset + last.length === bytes?.length ? last.ipfs : undefined;
}
