import { hasDelegatecall } from "../../bytecode/has-delegatecall.ts";
import type { ContractMetadata, ContractRecord } from "../../domain/record.ts";
import type { LinkedLibrary } from "../evidence.ts";
import { hashesFor, metadataHashIn } from "./metadata-on-chain.ts";

/**
 * Whether a library that no build has is the one that the contract means: its own record is exact, the hash of its metadata
 * is at the end of its code on chain, it was compiled from a source with the hash that the contract's metadata names, and
 * it calls no library itself: without its build, nothing says which.
 *
 * @param contract The contract's record, whose metadata is proven.
 */
export function isLibraryOfRecord(
  { name, record, runtimeBytecode }: LinkedLibrary,
  contract: Pick<ContractRecord, "metadata">,
): boolean {
  const metadata = record?.metadata;
  if (metadata == null || record?.runtimeMatch !== "exact_match" || runtimeBytecode === undefined)
    return false;
  if (hasDelegatecall(runtimeBytecode)) return false;
  const onchain = metadataHashIn(runtimeBytecode);
  if (onchain === undefined || !hashesFor(runtimeBytecode, metadata).includes(onchain)) return false;
  const [target] = Object.entries(metadata.settings?.compilationTarget ?? {});
  if (target === undefined || target[1] !== name.slice(name.lastIndexOf(":") + 1)) return false;
  const source = hashOf(metadata, target[0]);
  const wanted = hashOf(contract.metadata, name.slice(0, name.lastIndexOf(":")));
  return source !== undefined && source === wanted;
}

function hashOf(metadata: ContractMetadata | null | undefined, path: string): string | undefined {
  const { sources = {} } = metadata ?? {};
  return Object.hasOwn(sources, path) ? sources[path]?.keccak256?.toLowerCase() : undefined;
}
