import { analyze } from "@nomicfoundation/solidity-analyzer";
import { type StandardJsonInput, withSources } from "../domain/compiler-input.ts";
import { getOwn } from "../text/is-object.ts";

export type ImportClosure =
  | { readonly kind: "known"; readonly sources: readonly string[] }
  | { readonly kind: "unknown"; readonly reason: string };

/** Returns the source and all its direct and indirect imports, by their names in the input. */
export function importClosure(input: StandardJsonInput, root: string): ImportClosure {
  if (input.language !== "Solidity") {
    return { kind: "unknown", reason: `imports are followed only in Solidity, not in ${input.language}` };
  }
  const remappings = parseRemappings(input.settings.remappings);
  const reached = new Set<string>([root]);
  for (const sourceName of reached) {
    const source = getOwn(input.sources, sourceName);
    if (source === undefined)
      return { kind: "unknown", reason: `${sourceName} is imported but missing from the build's input` };
    for (const literal of analyze(source.content).imports) {
      const imported = resolveImportPath(unescapeLiteral(literal), sourceName);
      reached.add(remap(imported, sourceName, remappings));
    }
  }
  return { kind: "known", sources: [...reached].sort() };
}

/** Reduces an input to a source and its imports. Returns the whole input if the imports can't be followed. */
export function reduceToImports(input: StandardJsonInput, root: string): StandardJsonInput {
  const closure = importClosure(input, root);
  return closure.kind === "known" ? withSources(input, closure.sources) : input;
}

type Remapping = ReturnType<typeof parseRemappings>[number];

/** Parses `settings.remappings`. Like the compiler, skips malformed entries. */
export function parseRemappings(remappings: unknown) {
  if (!Array.isArray(remappings)) return [];
  return remappings.flatMap((text: unknown) => {
    const parts = typeof text === "string" ? /^(?:([^:=]*):)?([^=]*)=(.*)$/s.exec(text) : null;
    if (parts === null) return [];
    const [, context = "", prefix = "", target = ""] = parts;
    return [{ context, prefix, target }];
  });
}

/**
 * The longest context wins, then the longest prefix, then the last one (docs.soliditylang.org, "Import Remapping").
 *
 * @param sourceName The imported source name, with relative imports already resolved.
 */
export function remap(sourceName: string, importer: string, remappings: readonly Remapping[]): string {
  const best = remappings
    .filter(({ context, prefix }) => importer.startsWith(context) && sourceName.startsWith(prefix))
    .sort((a, b) => a.context.length - b.context.length || a.prefix.length - b.prefix.length)
    .at(-1);
  return best === undefined ? sourceName : best.target + sourceName.slice(best.prefix.length);
}

/**
 * Resolves an import before remappings apply (docs.soliditylang.org, "Path Resolution"; libsolutil, `absolutePath`).
 * Only a path that begins with the folder `.` or `..` is relative.
 */
export function resolveImportPath(imported: string, importer: string): string {
  const [first, ...rest] = imported.split("/");
  if (first !== "." && first !== "..") return imported;
  let folder = getFolder(importer);
  for (const part of [first, ...rest]) {
    if (part === "..") folder = getFolder(folder);
    else if (part !== "." && part !== "") {
      folder += folder === "" || folder.endsWith("/") ? part : `/${part}`;
    }
  }
  return folder;
}

/** Removes the last path segment and the slashes before it. Doesn't normalize the rest, so `https://…` stays intact. */
function getFolder(name: string): string {
  const slash = name.lastIndexOf("/");
  if (slash === -1) return "";
  const folder = name.slice(0, slash).replace(/\/+$/, "");
  return folder === "" && name !== "/" ? "/" : folder;
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(\r\n|[\s\S]))/g;
const NAMED: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** A backslash at the end of a line continues the literal (docs.soliditylang.org, "String Literals"). */
export function unescapeLiteral(literal: string): string {
  return literal.replace(ESCAPE, (_, byte?: string, unit?: string, other = "") => {
    const code = byte ?? unit;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return other === "\n" || other === "\r\n" || other === "\r" ? "" : (NAMED[other] ?? other);
  });
}
