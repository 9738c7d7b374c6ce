import { homedir } from "node:os";
import { distinctCompilers } from "../../solidity/compilers/distinct-compilers.ts";
import { downloadedCompilers } from "../../solidity/compilers/downloaded-compilers.ts";
import { installedCompiler } from "../../solidity/compilers/installed-compiler.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";
import { hardhatFolders, svmFolders } from "../../solidity/compilers/user-folders.ts";
import { overridingCompilers } from "./overriding-compilers.ts";
import type { Runtime } from "./runtime.ts";

/**
 * The compilers that a project has: those of its own override of Hardhat's subtask, those that Hardhat and svm
 * downloaded, and that of the package `solc` where it is installed, in this order.
 */
export async function projectCompilers(hre: Runtime): Promise<readonly LocalCompiler[]> {
  const user = { platform: process.platform, environment: process.env, home: homedir() };
  const lists = await Promise.all([
    overridingCompilers(hre),
    downloadedCompilers(hardhatFolders(user), svmFolders(user)),
    installedCompiler(hre.config.paths.root),
  ]);
  return distinctCompilers(lists.flat());
}
