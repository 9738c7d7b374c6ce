import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { LocalCompiler } from "./local-compiler.ts";

const listSchema = z.object({
  builds: z.array(z.object({ path: z.string(), version: z.string(), longVersion: z.string() })),
});

/**
 * The compilers in a folder into which Hardhat 2 or 3 downloaded them, WebAssembly builds last. A folder that looks
 * different has no compilers in it.
 *
 * @param folder Absolute path of `compilers-v2` or `compilers-v3`.
 */
export async function compilersOfHardhat(folder: string): Promise<readonly LocalCompiler[]> {
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

function wasmLast(one: string, other: string): number {
  return Number(one === "wasm") - Number(other === "wasm");
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
