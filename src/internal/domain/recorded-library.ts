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
  return byName.get(name) ?? byName.get(bare) ?? endingWith(libraries, name);
}

/** Hardhat 3 compiles a file under the name `project/<path>`, or `npm/<package>@<version>/<path>`. */
function endingWith(libraries: Readonly<Record<string, string>>, name: string): string | undefined {
  const named = `/${asImported(name)}`;
  return Object.entries(libraries).find(
    ([key]) => key.includes(":") && named.endsWith(`/${asImported(key)}`),
  )?.[1];
}
