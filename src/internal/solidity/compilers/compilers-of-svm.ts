import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { LocalCompiler } from "./local-compiler.ts";

const VERSION = /^\d+\.\d+\.\d+$/;

/**
 * The compilers that svm, and so forge, downloaded: `<version>/solc-<version>`, the newest first. They don't say their
 * commit, so each is asked for its long version when it is needed.
 *
 * @param folder Absolute path; a folder that is not there has none.
 */
export async function compilersOfSvm(folder: string): Promise<readonly LocalCompiler[]> {
  const versions = (await readdir(folder).catch(() => [])).filter((name) => VERSION.test(name));
  const newestFirst = versions.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return newestFirst.flatMap((version) => {
    const names = [`solc-${version}`, `solc-${version}.exe`].map((name) => path.join(folder, version, name));
    const file = names.find((name) => existsSync(name));
    return file === undefined ? [] : [{ path: file, version }];
  });
}
