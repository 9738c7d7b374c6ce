import path from "node:path";
import type { HardhatConfig } from "hardhat/types/config";
import { distinctCompilers } from "../../solidity/compilers/distinct-compilers.ts";
import { installedCompiler } from "../../solidity/compilers/installed-compiler.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";
import { compilersOfUser } from "./downloaded-compilers.ts";

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
