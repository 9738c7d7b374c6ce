import { compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
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
  return ownTemplate(library) !== undefined;
}

/** The template of a build whose code is at the library's address; undefined where none is. */
export function ownTemplate({
  address,
  template,
  equals = [],
  runtimeBytecode,
}: LinkedLibrary): CodeTemplate | undefined {
  if (template === undefined || runtimeBytecode === undefined || !isProtectedFor(address, runtimeBytecode))
    return undefined;
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
