/**
 * Resolves an import path to a source name, before remappings, as the compiler does (docs.soliditylang.org, "Path
 * Resolution"; libsolutil, `absolutePath`): only a path that begins with the folder `.` or `..` is relative.
 *
 * @param imported The import path, unescaped.
 * @param importer Name of the importing source.
 */
export function resolveImportPath(imported: string, importer: string): string {
  const [first, ...rest] = imported.split("/");
  if (first !== "." && first !== "..") return imported;
  let folder = folderOf(importer);
  for (const part of [first, ...rest]) {
    if (part === "..") folder = folderOf(folder);
    else if (part !== "." && part !== "") {
      folder += folder === "" || folder.endsWith("/") ? part : `/${part}`;
    }
  }
  return folder;
}

/** Cuts off the last part and the slashes before it; the rest stays as written, also in `https://…`. */
function folderOf(name: string): string {
  const slash = name.lastIndexOf("/");
  if (slash === -1) return "";
  const folder = name.slice(0, slash).replace(/\/+$/, "");
  return folder === "" && name !== "/" ? "/" : folder;
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(\r\n|[\s\S]))/g;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

/** The value of a string literal (docs.soliditylang.org, "String Literals"). A backslash continues a line. */
export function unescapeLiteral(literal: string): string {
  return literal.replace(ESCAPE, (_, byte?: string, unit?: string, other = "") => {
    const code = byte ?? unit;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return other === "\n" || other === "\r\n" || other === "\r" ? "" : (NAMED.get(other) ?? other);
  });
}
