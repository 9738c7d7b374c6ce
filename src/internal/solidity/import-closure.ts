import { analyze } from "@nomicfoundation/solidity-analyzer";
import type { StandardJsonInput } from "../domain/compiler-input.ts";
import { resolveImportPath, unescapeLiteral } from "./import-path.ts";
import { parseRemappings, remap } from "./remappings.ts";

/** The import closure of a source, or why it is unknown. */
export type ImportClosure =
  | { readonly kind: "known"; readonly sources: readonly string[] }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Computes the import closure of a source: itself, and every source that it imports directly or indirectly.
 *
 * @param root Name of the source in the input.
 */
export function importClosure(input: StandardJsonInput, root: string): ImportClosure {
  if (input.language !== "Solidity") {
    return { kind: "unknown", reason: `imports are followed in Solidity only, not in ${input.language}` };
  }
  const remappings = parseRemappings(input.settings.remappings);
  const reached = new Set<string>([root]);
  for (const sourceName of reached) {
    const source = Object.hasOwn(input.sources, sourceName) ? input.sources[sourceName] : undefined;
    if (source === undefined)
      return { kind: "unknown", reason: `${sourceName} is imported but missing from the build's input` };
    for (const literal of analyze(source.content).imports) {
      const imported = resolveImportPath(unescapeLiteral(literal), sourceName);
      reached.add(remap(imported, sourceName, remappings));
    }
  }
  return { kind: "known", sources: [...reached].sort() };
}
