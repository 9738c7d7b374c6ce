import { lineEndingVariants } from "../../bytecode/predict/line-endings.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import { hashOfText } from "../../domain/keccak.ts";
import type { ContractRecord } from "../../domain/record.ts";

/**
 * The sources in the record's metadata that differ from those of a compiler input, even with other line endings: the
 * service may have changed line endings, and then stores the text that it compiled.
 */
export function otherSources(record: ContractRecord, { sources }: StandardJsonInput): readonly string[] {
  return Object.entries(record.metadata?.sources ?? {}).flatMap(([path, { keccak256: hash }]) => {
    const source = Object.hasOwn(sources, path) ? sources[path] : undefined;
    const isSame =
      source !== undefined &&
      lineEndingVariants(source.content).some((text) => hashOfText(text) === hash?.toLowerCase());
    return isSame ? [] : [path];
  });
}
