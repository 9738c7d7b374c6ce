import { type Auxdata, findAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { computeMetadataHashes, computeSwarmMetadataHashes } from "../../bytecode/metadata-hashes.ts";
import { decodeCode } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import type { Evidence } from "../evidence.ts";
import { findWrittenCode } from "./compiled-here.ts";

/**
 * Returns the code on chain that ends with the metadata's hash: the runtime code, or the creation code if the
 * constructor wrote the runtime code. `isExact` is true if the record claims an exact match for it.
 */
export function getCodeWithMetadata(evidence: Evidence): {
  readonly code: string;
  readonly isExact: boolean;
} {
  const { facts, record } = evidence;
  const written = findWrittenCode(evidence);
  return written === undefined
    ? { code: facts.runtimeBytecode, isExact: coversRuntimeMetadata(record) }
    : { code: written.creationCode, isExact: record.creationMatch === "exact_match" };
}

/** True if the record claims that its metadata's hash is in the runtime code, which the creation code contains. */
function coversRuntimeMetadata({ runtimeMatch, creationMatch }: ContractRecord): boolean {
  return runtimeMatch === "exact_match" || (runtimeMatch === "match" && creationMatch === "exact_match");
}

/** Returns the metadata section at the end of the code. Earlier sections belong to contracts that the code creates. */
export function findTrailingSection(code: string): Auxdata | undefined {
  const bytes = decodeCode(code);
  const last = bytes === undefined ? undefined : findAuxdata(bytes).at(-1);
  return last !== undefined && last.start + last.length === bytes?.length ? last : undefined;
}

/** Returns the metadata hash at the end of the code, if this package can compute it. */
export function readMetadataHash(code: string): string | undefined {
  const section = findTrailingSection(code);
  return section?.ipfs ?? section?.bzzr1;
}

/** Computes the metadata's possible hashes: IPFS or Swarm, whichever the code contains. */
export function computeHashes(code: string, metadata: unknown): readonly string[] {
  return findTrailingSection(code)?.ipfs === undefined
    ? computeSwarmMetadataHashes(metadata)
    : computeMetadataHashes(metadata);
}
