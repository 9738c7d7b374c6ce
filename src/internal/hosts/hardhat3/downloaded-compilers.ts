import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compilersOfHardhat } from "../../solidity/compilers/compilers-of-hardhat.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";

const CACHE_MODULE = "@nomicfoundation/hardhat-utils/global-dir";

/**
 * The compilers that Hardhat has downloaded, for this project or another. Hardhat offers no way to ask for them, so its
 * folder of compilers is read.
 */
export async function downloadedCompilers(): Promise<readonly LocalCompiler[]> {
  const folder = await compilersFolder();
  if (folder === undefined) return [];
  return compilersOfHardhat(folder);
}

/** Hardhat's own module tells where its cache is; it belongs to Hardhat, so it is looked up from there. */
async function compilersFolder(): Promise<string | undefined> {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("hardhat/package.json"));
    const path = require.resolve(CACHE_MODULE);
    const module: { getCacheDir(): Promise<string> } = await import(pathToFileURL(path).href);
    return join(await module.getCacheDir(), "compilers-v3");
  } catch {
    return undefined;
  }
}
