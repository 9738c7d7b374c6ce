import type { CodeTemplate } from "../domain/code-template.ts";
import { codeLength } from "../domain/code-template.ts";
import { vyperPlacesOf } from "./replay/vyper-places.ts";

/**
 * The runtime code of Vyper as it is on chain, where its immutables follow what the compiler gives as runtime code.
 *
 * @returns undefined where the compiler does not state their size, as before 0.3.10.
 * @param runtime 0x-hex, as compiled.
 * @param creation 0x-hex, as compiled; its metadata has the size of the immutables.
 */
export function vyperRuntimeTemplate(runtime: string, creation: string): CodeTemplate | undefined {
  const { immutablesBehind: length } = vyperPlacesOf("runtime", runtime, creation);
  if (length === undefined) return undefined;
  const start = codeLength(runtime);
  return {
    object: runtime + "00".repeat(length),
    linkReferences: {},
    immutableReferences: length === 0 ? {} : { immutables: [{ start, length }] },
  };
}
