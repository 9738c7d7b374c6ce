import { access, readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";

const CACHE_MODULE = "@nomicfoundation/hardhat-utils/global-dir";

const listSchema = z.object({
  builds: z.array(z.object({ path: z.string(), version: z.string(), longVersion: z.string() })),
});

/**
 * The compilers that Hardhat has downloaded, for this project or another, WebAssembly builds last. Hardhat offers no
 * way to ask for them, so its folder of compilers is read; a folder that looks different has no compilers in it.
 */
export async function downloadedCompilers(): Promise<readonly LocalCompiler[]> {
  const folder = await compilersFolder();
  if (folder === undefined) return [];
  const platforms = await readdir(folder).catch(() => []);
  const found = await Promise.all(platforms.sort(wasmLast).map((platform) => buildsIn(folder, platform)));
  return found.flat();
}

async function buildsIn(folder: string, platform: string): Promise<readonly LocalCompiler[]> {
  try {
    const { builds } = listSchema.parse(
      JSON.parse(await readFile(join(folder, platform, "list.json"), "utf8")),
    );
    const there = await Promise.all(
      builds.map(async ({ path, version, longVersion }): Promise<readonly LocalCompiler[]> => {
        // Hardhat unpacks what comes as an archive, beside the folders of the platforms.
        const file = path.endsWith(".zip") ? join(folder, version, "solc.exe") : join(folder, platform, path);
        const works = (await exists(file)) && !(await exists(`${file}.does.not.work`));
        // The list of one platform gives short versions as long ones: then the compiler itself is asked.
        return works ? [{ path: file, version: longVersion.includes("+") ? longVersion : version }] : [];
      }),
    );
    return there.flat();
  } catch {
    return [];
  }
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

function wasmLast(one: string, other: string): number {
  return Number(one === "wasm") - Number(other === "wasm");
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
