import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { downloadedCompilers } from "../../solidity/compilers/downloaded-compilers.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";
import { svmFolders } from "../../solidity/compilers/user-folders.ts";

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
