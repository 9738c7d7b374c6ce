import type { HardhatConfig } from "hardhat/types/config";
import type { LocalCompiler } from "../compiler/local-compiler.ts";
import { downloadedCompilers } from "./downloaded-compilers.ts";

/** The compilers of a project: those that its configuration names by path, and those that Hardhat downloaded. */
export async function projectCompilers(
  solidity: HardhatConfig["solidity"],
): Promise<readonly LocalCompiler[]> {
  const configured = Object.values(solidity.profiles).flatMap(({ compilers, overrides }) => [
    ...compilers,
    ...Object.values(overrides),
  ]);
  const byPath = new Map<string, LocalCompiler>();
  for (const { path, version } of configured) {
    if (path !== undefined) byPath.set(path, { path, version });
  }
  const downloaded = configured.filter(({ path }) => path === undefined).map(({ version }) => version);
  for (const compiler of await downloadedCompilers(new Set(downloaded))) byPath.set(compiler.path, compiler);
  return [...byPath.values()];
}
