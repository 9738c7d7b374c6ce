import { decodeCode } from "../../bytecode/code.ts";
import { metadataHashesOf } from "../../bytecode/metadata-hashes.ts";
import { findMetadataSections } from "../../bytecode/metadata-sections.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";

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
    const hashes = metadataHashesOf(record.metadata);
    const [hash] = hashes;
    if (hash === undefined)
      return unknown("the metadata is too long for one block, which is as much as is hashed here");
    if (hashes.includes(onchain)) return passed(onchain);
    return failed(onchain, hash, "the metadata on record is not that of the code on chain");
  },
};

/** The last section is the contract's own; those before are of contracts that it creates. */
function hashAtTheEndOf(code: string): string | undefined {
  const bytes = decodeCode(code);
  const last = bytes === undefined ? undefined : findMetadataSections(bytes).at(-1);
  return last !== undefined && last.offset + last.length === bytes?.length ? last.ipfs : undefined;
}
