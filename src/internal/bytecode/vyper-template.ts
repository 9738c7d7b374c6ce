import type { CodeTemplate } from "../domain/code-template.ts";
import { codeLength } from "../domain/code-template.ts";
import { vyperPlacesOf } from "./replay/vyper-places.ts";

/**
 * The template of Vyper's runtime code on chain, where the immutables follow the compiled runtime code.
 *
 * @param runtime 0x-hex, as compiled.
 * @param creation 0x-hex, as compiled; its auxdata states the size of the immutables.
 * @returns undefined where the compiler does not state that size, as before 0.3.10.
 */
export function vyperRuntimeTemplate(runtime: string, creation: string): CodeTemplate | undefined {
  const { immutablesAfter: length } = vyperPlacesOf("runtime", runtime, creation);
  if (length === undefined) return undefined;
  const start = codeLength(runtime);
  return {
    object: runtime + "00".repeat(length),
    linkReferences: {},
    immutableReferences: length === 0 ? {} : { immutables: [{ start, length }] },
  };
}
