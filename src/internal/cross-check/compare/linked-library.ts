import { isSameCode } from "../../bytecode/compare.ts";
import { readCallProtection, UNPROTECTED } from "../../bytecode/filled-in.ts";
import { toBytes } from "../../domain/code-template.ts";
import { isLongZero } from "../../domain/contract-addresses.ts";
import { type OpenJudgement, open } from "../claim.ts";
import type { Evidence, KnownLibrary, LinkedLibrary } from "../evidence.ts";

/** Returns the compilation that produced the code at the library's address, if any. */
export function findProvenCompilation(library: LinkedLibrary): KnownLibrary | undefined {
  const { address, runtimeBytecode = "0x" } = library;
  const own = readOwnAddress(runtimeBytecode);
  // If the address in its call protection were wrong, the library would accept calls that it must refuse.
  const isProtected = own === undefined || [UNPROTECTED, address?.toLowerCase()].includes(own);
  return address !== undefined && isProtected ? findCompilation(library) : undefined;
}

/**
 * True if the code is the library's code, and its call protection may contain another address of the same library. Only
 * a query service knows whether a long-zero address and an EVM address belong to one contract.
 */
function mayHaveOtherAddress(library: LinkedLibrary): boolean {
  const own = readOwnAddress(library.runtimeBytecode ?? "0x");
  return (
    own !== undefined &&
    isLongZero(own) !== isLongZero(library.address ?? "") &&
    findCompilation(library) !== undefined
  );
}

/** True if the code at the library's address differs from every known compilation of its sources. */
export function isDifferentLibrary(library: LinkedLibrary): boolean {
  const { compiled, runtimeBytecode, lacking } = library;
  if (runtimeBytecode === "0x") return true;
  if (runtimeBytecode === undefined || compiled.length === 0 || lacking !== undefined) return false;
  return findProvenCompilation(library) === undefined && !mayHaveOtherAddress(library);
}

/**
 * Explains why the library's code isn't proven, and what would prove it. Call this only if the code doesn't belong to a
 * different library.
 */
export function explainUnproven(library: LinkedLibrary, { facts }: Pick<Evidence, "facts">): OpenJudgement {
  const { name, address, runtimeBytecode, lacking } = library;
  if (address === undefined)
    return open(
      `the constructor calls ${name}, but no executed init code shows its address`,
      facts.creation === undefined ? "creation-tx" : "none",
    );
  if (runtimeBytecode === undefined) return open(`the node does not return the code of ${name}`, "wait");
  if (mayHaveOtherAddress(library))
    return open(
      `${name} at ${address}: its call protection contains a different kind of address, and only a query service knows whether both belong to one contract`,
      "none",
    );
  return lacking === undefined
    ? open(`no local build or compiler produces the code of ${name} at ${address}`, "library-build")
    : open(`${name} at ${address} could not be compiled on this machine: ${lacking.reason}`, "compiler");
}

/** Finds the compilation that produces this code, ignoring call protection. */
function findCompilation({ compiled, runtimeBytecode }: LinkedLibrary): KnownLibrary | undefined {
  if (runtimeBytecode === undefined) return undefined;
  return compiled.find(({ template }) => isSameCode("runtime", runtimeBytecode, template));
}

/** Decodes only the bytes that can contain call protection. */
function readOwnAddress(runtimeBytecode: string): string | undefined {
  return readCallProtection(toBytes(runtimeBytecode.slice(0, 2 + 2 * 23)));
}
