import { analyze } from "@nomicfoundation/solidity-analyzer";

import { parseRemappings, remap } from "./remappings.ts";
import type { StandardJsonInput } from "./standard-json-input.ts";

/** The sources that a contract needs, or why they can't be told. */
export type ImportClosure =
  | { readonly kind: "known"; readonly sources: readonly string[] }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Works out which sources of a compiler input a source needs: itself, and all that it imports, directly or not.
 *
 * @param root Name of the source in the input.
 */
export function importClosure(input: StandardJsonInput, root: string): ImportClosure {
  if (input.language !== "Solidity") {
    return { kind: "unknown", reason: `imports are only followed in Solidity, not in ${input.language}` };
  }
  const remappings = parseRemappings(input.settings.remappings);
  const reached = new Set<string>([root]);
  for (const sourceName of reached) {
    const source = Object.hasOwn(input.sources, sourceName) ? input.sources[sourceName] : undefined;
    if (source === undefined)
      return { kind: "unknown", reason: `${sourceName} is imported and not in the build's input` };
    for (const imported of analyze(source.content).imports) {
      reached.add(remap(resolveRelative(imported, sourceName), sourceName, remappings));
    }
  }
  return { kind: "known", sources: [...reached].sort() };
}

/** Only what begins with `./` or `../` is relative; anything else is a source name as it stands. */
function resolveRelative(imported: string, importer: string): string {
  if (!imported.startsWith("./") && !imported.startsWith("../")) return imported;
  // As the compiler does it: the importer's folder stays as it is written, also in `https://…`.
  const parts = importer.split("/").slice(0, -1);
  for (const part of imported.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
