import { type Auxdata, findAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { metadataHashesOf, swarmMetadataHashesOf } from "../../bytecode/metadata-hashes.ts";
import { decodeCode } from "../../domain/code-template.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";

export const metadataHash: CheckRule = {
  id: "metadata-hash",
  subject: "metadata's hash is on chain",
  witnesses: ["record", "chain"],
  proves:
    "The record's metadata, serialized as the compiler does, has the IPFS or Swarm hash at the end of the code on chain. This proves its source hashes, settings, compiler and contract name without trusting any service. Skipped where the runtime match is not exact, or the code does not end with a hash. The hash of compilers before 0.5.12 (bzzr0) can't be computed here: skipped, or unknown without a compiled build.",
  run: ({ record, facts, build }) => {
    if (record.runtimeMatch !== "exact_match")
      return skipped("the runtime match does not cover the metadata");
    const section = sectionAtTheEndOf(facts.runtimeBytecode);
    const onchain = section?.ipfs ?? section?.bzzr1;
    if (onchain === undefined) {
      const why = "the code on chain does not end with a hash that can be computed here";
      return section?.hasHash === true && build?.compiled === undefined ? unknown(why) : skipped(why);
    }
    if (record.metadata === undefined || record.metadata === null)
      return unknown("the record has no metadata");
    const hashes =
      section?.ipfs === undefined
        ? swarmMetadataHashesOf(record.metadata)
        : metadataHashesOf(record.metadata);
    if (hashes.includes(onchain)) return passed(onchain);
    return failed(onchain, hashes[0] ?? "none", "the record's metadata does not belong to the code on chain");
  },
};

/** The last CBOR auxdata is the contract's own; earlier ones belong to contracts that it creates. */
function sectionAtTheEndOf(code: string): Auxdata | undefined {
  const bytes = decodeCode(code);
  const last = bytes === undefined ? undefined : findAuxdata(bytes).at(-1);
  return last !== undefined && last.offset + last.length === bytes?.length ? last : undefined;
}
