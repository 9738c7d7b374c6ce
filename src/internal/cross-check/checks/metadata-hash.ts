import { type CheckRule, failed, given, passed, skipped, unknown } from "../check.ts";
import {
  codeWithMetadata,
  hashesFor,
  metadataHashIn,
  sectionAtTheEndOf,
} from "../compare/metadata-on-chain.ts";

export const metadataHash: CheckRule = {
  id: "metadata-hash",
  subject: "metadata's hash is on chain",
  witnesses: ["record", "chain"],
  proves:
    "The record's metadata, serialized as the compiler does, has the IPFS or Swarm hash at the end of the code on chain: of the executed creation code, where the constructor writes the runtime code itself. This proves its source hashes, settings, compiler and contract name without trusting any service. Skipped where the code does not end with a hash, and where the hash is another one but the record claims no exact runtime match: then nothing on chain covers its sources. The hash of compilers before 0.5.12 (bzzr0) can't be computed here: skipped, or unknown without a compiled build.",
  run: (evidence) => {
    const { record, build } = evidence;
    const { code, isExact } = codeWithMetadata(evidence);
    const onchain = metadataHashIn(code);
    if (!isExact && (onchain === undefined || record.metadata == null)) return skipped(NOT_COVERED);
    if (onchain === undefined) {
      const why = "the code on chain does not end with a hash that can be computed here";
      const mayHaveOne = sectionAtTheEndOf(code)?.hasHash === true && build?.compiled === undefined;
      return mayHaveOne ? unknown(why) : skipped(why);
    }
    const hashes = hashesFor(code, given(record.metadata, "the metadata"));
    if (hashes.includes(onchain)) return passed(onchain);
    if (!isExact) return skipped(NOT_COVERED);
    return failed(onchain, hashes[0] ?? "none", "the record's metadata does not belong to the code on chain");
  },
};

const NOT_COVERED = "the runtime match does not cover the metadata";
