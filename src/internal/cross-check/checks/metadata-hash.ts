import { metadataHashesOf, swarmMetadataHashesOf } from "../../bytecode/metadata-hashes.ts";
import { findMetadataSections, type MetadataSection } from "../../bytecode/metadata-sections.ts";
import { decodeCode } from "../../domain/code-template.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";

export const metadataHash: CheckRule = {
  id: "metadata-hash",
  subject: "metadata's hash is on chain",
  witnesses: ["record", "chain"],
  proves:
    "The record's metadata, written as the compiler writes it, has the IPFS or Swarm hash that the code on chain ends with. So its sources' hashes, settings, compiler and contract name are those that were deployed, on nobody's word. Skipped where the runtime match is not exact, or the code ends with no hash; the hash of compilers before 0.5.12 (bzzr0) is not worked out, and unknown without a compiled build.",
  run: ({ record, facts, build }) => {
    if (record.runtimeMatch !== "exact_match")
      return skipped("the runtime match does not cover the metadata");
    const section = sectionAtTheEndOf(facts.runtimeBytecode);
    const onchain = section?.ipfs ?? section?.bzzr1;
    if (onchain === undefined) {
      const why = "the code on chain does not end with a hash that is worked out here";
      return section?.hasHash === true && build?.compiled === undefined ? unknown(why) : skipped(why);
    }
    if (record.metadata === undefined || record.metadata === null)
      return unknown("the record has no metadata");
    const hashes =
      section?.ipfs === undefined
        ? swarmMetadataHashesOf(record.metadata)
        : metadataHashesOf(record.metadata);
    if (hashes.includes(onchain)) return passed(onchain);
    return failed(onchain, hashes[0] ?? "none", "the metadata on record is not that of the code on chain");
  },
};

/** The last section is the contract's own; those before are of contracts that it creates. */
function sectionAtTheEndOf(code: string): MetadataSection | undefined {
  const bytes = decodeCode(code);
  const last = bytes === undefined ? undefined : findMetadataSections(bytes).at(-1);
  return last !== undefined && last.offset + last.length === bytes?.length ? last : undefined;
}
