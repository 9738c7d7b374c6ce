import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeLargeInputCompiler } from "./large-input-compiler.ts";

const COMPILER = "soljson.cjs";

/** A Hardhat project in a temporary folder, deleted on disposal. */
export interface BenchProject extends AsyncDisposable {
  readonly path: string;
  /**
   * Writes a configuration with both plugins and the given services.
   *
   * @param queryUrl URL of a query service. @default none is configured
   */
  configure(nodeUrl: string, serviceUrl: string, queryUrl?: string): Promise<void>;
}

/** Creates a project with the packages of this checkout, a compiler for large inputs, and the given contracts. */
export async function benchProject(
  name: string,
  contracts: readonly { readonly file: string; readonly source: string }[],
): Promise<BenchProject> {
  const folder = await mkdtemp(path.join(tmpdir(), `bench-${name}-`));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(path.join(folder, "contracts"));
    await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"), "junction");
    await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
    await writeLargeInputCompiler(path.join(folder, COMPILER));
    for (const { file, source } of contracts) await writeFile(path.join(folder, "contracts", file), source);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    path: folder,
    configure: (nodeUrl, serviceUrl, queryUrl) =>
      writeFile(path.join(folder, "hardhat.config.ts"), configOf(nodeUrl, serviceUrl, queryUrl)),
    [Symbol.asyncDispose]: remove,
  };
}

/** The project's compiler, which the verification service needs for recompiling. */
export function compilerOf(project: BenchProject): { readonly path: string } {
  return { path: path.join(project.path, COMPILER) };
}

function configOf(nodeUrl: string, serviceUrl: string, queryUrl: string | undefined): string {
  const verifyContract = {
    verification: { url: serviceUrl },
    ...(queryUrl === undefined ? {} : { query: { url: queryUrl } }),
  };
  return `import { fileURLToPath } from "node:url";
import peer from "@nomicfoundation/hardhat-verify";
import { defineConfig, task } from "hardhat/config";
import ours from "hardhat-verify-contract";

export default defineConfig({
  plugins: [peer, ours],
  tasks: [task("nothing", "does nothing").setInlineAction(() => {}).build()],
  solidity: { version: "0.8.28", path: fileURLToPath(new URL("./${COMPILER}", import.meta.url)) },
  networks: { localhost: { type: "http", url: ${JSON.stringify(nodeUrl)} } },
  verify: { sourcify: { apiUrl: ${JSON.stringify(serviceUrl)} } },
  verifyContract: ${JSON.stringify(verifyContract)},
});
`;
}
