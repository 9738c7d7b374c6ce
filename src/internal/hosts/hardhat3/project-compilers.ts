import { createRequire } from "node:module";
import { homedir } from "node:os";
import path, { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { HardhatConfig } from "hardhat/types/config";
import { distinctCompilers } from "../../solidity/compilers/distinct-compilers.ts";
import { downloadedCompilers } from "../../solidity/compilers/downloaded-compilers.ts";
import { installedCompiler } from "../../solidity/compilers/installed-compiler.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";
import { svmFolders } from "../../solidity/compilers/user-folders.ts";

/**
 * The compilers that a project has: those that its configuration names by path, those that Hardhat and svm
 * downloaded, and that of the package `solc` where it is installed, in this order.
 */
export async function projectCompilers({
  solidity,
  paths,
}: Pick<HardhatConfig, "solidity"> & {
  readonly paths: Pick<HardhatConfig["paths"], "root">;
}): Promise<readonly LocalCompiler[]> {
  return distinctCompilers([
    ...configuredCompilers(solidity),
    ...(await compilersOfUser()),
    ...installedCompiler(paths.root),
  ]);
}

/** Of a compiler of another type it is not known how it takes its input, nor whether it gives the same code. */
function configuredCompilers(solidity: HardhatConfig["solidity"]): readonly LocalCompiler[] {
  return Object.values(solidity.profiles)
    .flatMap(({ compilers, overrides }) => [...compilers, ...Object.values(overrides)])
    .flatMap(({ type = "solc", path: file, version }) =>
      file === undefined || type !== "solc" ? [] : [{ path: path.resolve(file), version }],
    );
}

const CACHE_MODULE = "@nomicfoundation/hardhat-utils/global-dir";

/**
 * The compilers that Hardhat 3, Hardhat 2 and svm have downloaded, for this project or another. Hardhat offers no way to
 * ask for them, so their folders are read.
 */
export async function compilersOfUser(): Promise<readonly LocalCompiler[]> {
  const user = { platform: process.platform, environment: process.env, home: homedir() };
  return downloadedCompilers(await compilersFolders(), svmFolders(user));
}

/** Hardhat's own module tells where its cache is; it belongs to Hardhat, so it is looked up from there. */
async function compilersFolders(): Promise<readonly string[]> {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("hardhat/package.json"));
    const path = require.resolve(CACHE_MODULE);
    const module: { getCacheDir(): Promise<string> } = await import(pathToFileURL(path).href);
    const cache = await module.getCacheDir();
    return ["compilers-v3", "compilers-v2"].map((name) => join(cache, name));
  } catch {
    return [];
  }
}
