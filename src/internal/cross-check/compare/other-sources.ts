import { id } from "ethers/hash";

import { lineEndingVariants } from "../../bytecode/predict/line-endings.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { ContractRecord } from "../../domain/record.ts";

/**
 * The sources that the record's metadata lists and that are not those of a compiler input, not even with other line
 * endings: the service may have verified one so, and then keeps the text that was compiled.
 */
export function otherSources(record: ContractRecord, { sources }: StandardJsonInput): readonly string[] {
  return Object.entries(record.metadata?.sources ?? {}).flatMap(([path, { keccak256: hash }]) => {
    const source = Object.hasOwn(sources, path) ? sources[path] : undefined;
    const isSame =
      source !== undefined &&
      lineEndingVariants(source.content).some((text) => id(text) === hash?.toLowerCase());
    return isSame ? [] : [path];
  });
}
