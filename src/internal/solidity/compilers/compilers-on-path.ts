import { constants } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";

import type { LocalCompiler } from "./local-compiler.ts";

/**
 * The executables of a name in the folders of PATH, in PATH order. Relative folders are skipped: they depend on the
 * working directory.
 */
export async function compilersOnPath(
  name: string,
  searchPath = process.env.PATH ?? "",
): Promise<readonly LocalCompiler[]> {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const found = await Promise.all(
    [...new Set(folders)].map((folder) => {
      const file = path.join(folder, name);
      return access(file, constants.X_OK).then(
        () => [{ path: file }],
        () => [],
      );
    }),
  );
  return found.flat();
}
