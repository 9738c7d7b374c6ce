import { homedir } from "node:os";
import {
  findDownloadedCompilers,
  findInstalledCompilers,
  type LocalCompiler,
} from "../solidity/compilers/find-compilers.ts";
import {
  getCacheFolder,
  listHardhatFolders,
  listSvmFolders,
  type User,
} from "../solidity/compilers/user-folders.ts";

function getUser(): User {
  return { platform: process.platform, environment: process.env, home: homedir() };
}

/** The absolute path of this program's cache folder, which all of the user's projects share. */
export function getUserCacheFolder(): string {
  return getCacheFolder("hardhat-verify-contract", getUser());
}

/**
 * Lists the Solidity compilers on this computer, in this order: the project's own, those that Hardhat 3,
 * Hardhat 2 and svm have downloaded, and those in the packages `solc` and `solc-<version>`. Each file appears
 * once. Nothing is downloaded.
 *
 * @param root Absolute path of the project.
 */
export async function addInstalledCompilers(
  own: readonly LocalCompiler[],
  root: string,
  user = getUser(),
): Promise<readonly LocalCompiler[]> {
  const downloaded = await findDownloadedCompilers(listHardhatFolders(user), listSvmFolders(user));
  const byPath = new Map<string, LocalCompiler>();
  for (const compiler of [...own, ...downloaded, ...(await findInstalledCompilers(root))])
    if (!byPath.has(compiler.path)) byPath.set(compiler.path, compiler);
  return [...byPath.values()];
}
