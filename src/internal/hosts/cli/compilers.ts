import { existsSync } from "node:fs";
import path from "node:path";
import { findFoundryCompiler } from "../../builds/project/foundry-project.ts";
import { invalidValue } from "../../errors/problem.ts";
import type { LocalCompiler } from "../../solidity/compilers/find-compilers.ts";
import type { User } from "../../solidity/compilers/user-folders.ts";
import { addInstalledCompilers } from "../compilers.ts";

/** Compilers given with `--compiler` come first, then the one in Foundry's configuration. */
export async function findCliCompilers(
  named: readonly string[],
  root: string,
  user?: User,
): Promise<readonly LocalCompiler[]> {
  const foundryCompiler = await findFoundryCompiler(root);
  const own = [
    ...createNamedCompilers(named),
    ...(foundryCompiler === undefined ? [] : [{ path: foundryCompiler }]),
  ];
  return addInstalledCompilers(own, root, user);
}

function createNamedCompilers(files: readonly string[]): readonly LocalCompiler[] {
  return files.map((file) => {
    const absolute = path.resolve(file);
    if (existsSync(absolute)) return { path: absolute };
    throw invalidValue("--compiler", file, "the path of a soljson.js or a solc executable", {
      likely: "the file doesn't exist",
    });
  });
}
