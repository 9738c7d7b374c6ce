import { homedir } from "node:os";
import { compilersOfHardhat } from "../../solidity/compilers/compilers-of-hardhat.ts";
import { distinctCompilers } from "../../solidity/compilers/distinct-compilers.ts";
import { installedCompiler } from "../../solidity/compilers/installed-compiler.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";
import { hardhatFolders } from "../../solidity/compilers/user-folders.ts";
import { overridingCompilers } from "./overriding-compilers.ts";
import type { Runtime } from "./runtime.ts";

/**
 * The compilers that a project has: those of its own override of Hardhat's subtask, those that Hardhat downloaded, and
 * that of the package `solc` where it is installed, in this order.
 */
export async function projectCompilers(hre: Runtime): Promise<readonly LocalCompiler[]> {
  const user = { platform: process.platform, environment: process.env, home: homedir() };
  const lists = await Promise.all([
    overridingCompilers(hre),
    ...hardhatFolders(user).map(compilersOfHardhat),
    installedCompiler(hre.config.paths.root),
  ]);
  return distinctCompilers(lists.flat());
}
