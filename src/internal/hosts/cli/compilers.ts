import { existsSync } from "node:fs";
import path from "node:path";
import { foundryCompiler } from "../../builds/project/foundry-project.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { distinctCompilers } from "../../solidity/compilers/distinct-compilers.ts";
import { downloadedCompilers } from "../../solidity/compilers/downloaded-compilers.ts";
import { installedCompiler } from "../../solidity/compilers/installed-compiler.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";
import { hardhatFolders, svmFolders, type User } from "../../solidity/compilers/user-folders.ts";

/**
 * Solidity compilers on this computer: those of `--compiler`, that of Foundry's configuration, those of Hardhat 3 and
 * 2 and of svm, native ones first, and that of the package `solc`, in this order. Nothing is downloaded.
 *
 * @param named Values of `--compiler`.
 * @throws VerifyContractError VC106 for a named compiler that is not there.
 */
export async function compilersHere(
  named: readonly string[],
  root: string,
  user: User,
): Promise<readonly LocalCompiler[]> {
  const lists = await Promise.all([
    namedCompilers(named),
    foundryCompiler(root).then((file) => (file === undefined ? [] : [{ path: file }])),
    downloadedCompilers(hardhatFolders(user), svmFolders(user)),
    installedCompiler(root),
  ]);
  return distinctCompilers(lists.flat());
}

/** Each says itself which version it is. */
function namedCompilers(files: readonly string[]): readonly LocalCompiler[] {
  return files.map((file) => {
    const absolute = path.resolve(file);
    if (existsSync(absolute)) return { path: absolute };
    throw new VerifyContractError("VC106", {
      values: { option: "--compiler", value: file },
      facts: [["Takes", "the path of a soljson.js or of a solc executable"]],
      likely: "there is no such file",
    });
  });
}
