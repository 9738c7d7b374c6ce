import { lineEndingVariants } from "../../bytecode/predict/line-endings.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import { hashOfText } from "../../domain/keccak.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { importClosure } from "../../solidity/import-closure.ts";
import type { EvidenceOfBuild } from "../evidence.ts";

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

/** The paths of the contract's source and of everything that it imports, as far as the imports can be followed. */
export function neededSources({ compilation, contract }: EvidenceOfBuild): readonly string[] {
  const closure = importClosure(compilation.input, contract.inputSourceName);
  return closure.kind === "known" ? closure.sources : [contract.inputSourceName];
}
