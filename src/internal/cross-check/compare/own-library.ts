import { compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import { isLongZero } from "../../domain/contract-addresses.ts";
import type { LinkedLibrary } from "../evidence.ts";
import { UNPROTECTED } from "./call-protection.ts";

/**
 * Whether the code at a library's address is the library that the contract was compiled with.
 *
 * @returns undefined where the build files lack the library, or the node does not return its code.
 */
export function isOwnLibrary(library: LinkedLibrary): boolean | undefined {
  const { template, runtimeBytecode } = library;
  if (template === undefined || runtimeBytecode === undefined) return undefined;
  if (ownTemplate(library) !== undefined) return true;
  return mayHaveOtherAddress(library) ? undefined : false;
}

/**
 * Whether it is the build's library, with a call protection that may be its other address: of a long-zero address and an
 * EVM address, only a query service knows whether they are one contract's.
 */
export function mayHaveOtherAddress(library: LinkedLibrary): boolean {
  const own = CALL_PROTECTION.exec(library.runtimeBytecode ?? "")?.[1];
  return (
    own !== undefined &&
    isLongZero(`0x${own}`) !== isLongZero(library.address) &&
    templateOf(library) !== undefined
  );
}

/** The template of a build whose code is at the library's address; undefined where none is. */
export function ownTemplate(library: LinkedLibrary): CodeTemplate | undefined {
  const { address, runtimeBytecode } = library;
  return runtimeBytecode !== undefined && isProtectedFor(address, runtimeBytecode)
    ? templateOf(library)
    : undefined;
}

/** The same with any call protection. */
function templateOf({ template, equals = [], runtimeBytecode }: LinkedLibrary): CodeTemplate | undefined {
  if (template === undefined || runtimeBytecode === undefined) return undefined;
  return [template, ...equals.map((each) => each.template)].find(
    (known) => compareCode("runtime", runtimeBytecode, known)?.sameCode === true,
  );
}

/** `PUSH20 <own address> ADDRESS EQ`: a library of another address answers calls that it must refuse. */
const CALL_PROTECTION = /^0x73([0-9a-f]{40})3014/i;

function isProtectedFor(address: string, runtimeBytecode: string): boolean {
  const own = CALL_PROTECTION.exec(runtimeBytecode)?.[1];
  return own === undefined || [UNPROTECTED, address.toLowerCase()].includes(`0x${own}`.toLowerCase());
}
