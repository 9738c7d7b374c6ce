import { compareCode } from "../../bytecode/compare.ts";
import type { LinkedLibrary } from "../evidence.ts";

/**
 * Whether the code at a library's address is the library that the contract was compiled with.
 *
 * @returns undefined where the build files lack the library, or the node does not return its code.
 */
export function isOwnLibrary({ template, equals = [], runtimeBytecode }: LinkedLibrary): boolean | undefined {
  if (template === undefined || runtimeBytecode === undefined) return undefined;
  return [template, ...equals.map((each) => each.template)].some(
    (known) => compareCode("runtime", runtimeBytecode, known)?.sameCode === true,
  );
}
