import { asImported } from "./package-source.ts";

/**
 * The address that a deployment record has for a library: a tool names it by its path and name, or by its name alone.
 *
 * @param name `path/to/File.sol:Name`, as it was compiled.
 */
export function recordedLibraryAddress(
  libraries: Readonly<Record<string, string>> = {},
  name: string,
): string | undefined {
  const bare = name.slice(name.lastIndexOf(":") + 1);
  const byName = new Map(Object.entries(libraries));
  // Hardhat 3 compiles a file under the name `project/<path>`, or `npm/<package>@<version>/<path>`.
  const named = `/${asImported(name)}`;
  const isEnd = ([key]: readonly [string, string]) =>
    key.includes(":") && named.endsWith(`/${asImported(key)}`);
  return byName.get(name) ?? byName.get(bare) ?? [...byName].find(isEnd)?.[1];
}
