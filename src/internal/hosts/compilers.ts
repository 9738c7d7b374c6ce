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
import { distinct } from "../text/is-object.ts";

function getUser(): User {
  return { platform: process.platform, environment: process.env, home: homedir() };
}

export function getUserCacheFolder(): string {
  return getCacheFolder("hardhat-verify-contract", getUser());
}

/** The project's own compilers come first, then downloaded ones, then packages. Nothing is downloaded. */
export async function addInstalledCompilers(
  own: readonly LocalCompiler[],
  root: string,
  user = getUser(),
): Promise<readonly LocalCompiler[]> {
  const downloaded = await findDownloadedCompilers(listHardhatFolders(user), listSvmFolders(user));
  return distinct([...own, ...downloaded, ...(await findInstalledCompilers(root))], ({ path }) => path);
}
