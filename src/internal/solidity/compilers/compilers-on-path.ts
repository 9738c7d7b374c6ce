import { constants } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";

import type { LocalCompiler } from "./local-compiler.ts";

/**
 * The executables of a name in the folders of PATH, in its order. Folders that are relative are left out: what stands there
 * depends on where the command was started.
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
