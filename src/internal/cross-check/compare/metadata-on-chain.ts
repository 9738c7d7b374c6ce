import { type Auxdata, findTrailingAuxdata } from "../../bytecode/cbor-auxdata.ts";
import {
  computeMetadataHashes,
  computeOldSwarmHash,
  computeSwarmHash,
} from "../../bytecode/metadata-hashes.ts";
import { toBytes } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { getOrAdd } from "../../text/memoize.ts";
import type { Evidence } from "../evidence.ts";
import { type Executed, findWrittenCode } from "./compiled-here.ts";

/**
 * Compares the record's metadata with the code on chain that ends with the metadata's hash: the runtime code, or the
 * creation code if the constructor wrote the runtime code.
 */
export function compareMetadata(evidence: Compared) {
  return getOrAdd(compared, evidence, () => compare(evidence));
}

type Compared = Executed & Pick<Evidence, "record">;

function compare(evidence: Compared) {
  const { facts, record } = evidence;
  const written = findWrittenCode(evidence);
  const section = findTrailingAuxdata(toBytes(written?.creationCode ?? facts.runtimeBytecode));
  const hasBoth = section?.hasHash === true && record.metadata != null;
  return {
    /** Undefined if the code doesn't end with a metadata hash. */
    hash: section?.ipfs ?? section?.bzzr1 ?? section?.bzzr0,
    /** The hashes that the record's metadata can have. Empty if the code has no hash or the record no metadata. */
    computed: hasBoth ? computeHashes(section, record.metadata) : [],
    /** True if the record claims an exact match for this code. */
    isClaimed: written === undefined ? coversRuntimeMetadata(record) : record.creationMatch === "exact_match",
  };
}

/** Caches the comparison, because many checks depend on it, and metadata can be long. */
const compared = new WeakMap<Compared, ReturnType<typeof compare>>();

/** True if the code on chain ends with the hash of the record's metadata. */
export function isMetadataOnChain(evidence: Compared): boolean {
  const { hash, computed } = compareMetadata(evidence);
  return hash !== undefined && computed.includes(hash);
}

/** True if the record claims that the runtime code, and therefore the creation code, contains the metadata's hash. */
function coversRuntimeMetadata({ runtimeMatch, creationMatch }: ContractRecord): boolean {
  return runtimeMatch === "exact_match" || (runtimeMatch === "match" && creationMatch === "exact_match");
}

/** Computes the metadata's possible hashes, of the same kind as the section's hash. */
function computeHashes({ ipfs, bzzr1 }: Auxdata, metadata: unknown): readonly string[] {
  if (ipfs !== undefined) return computeMetadataHashes(metadata);
  return computeMetadataHashes(metadata, bzzr1 === undefined ? computeOldSwarmHash : computeSwarmHash);
}
