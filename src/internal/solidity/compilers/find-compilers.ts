import { constants, existsSync } from "node:fs";
import { access, readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path, { join } from "node:path";
import * as z from "zod";

/** A Solidity compiler that the local verification service may use. */
export interface LocalCompiler {
  /**
   * Short (`0.8.28`) or long (`0.8.28+commit.7893614a`) version. If set, the compiler is loaded only when needed.
   * @default read from the compiler itself on first use
   */
  readonly version?: string;
  /** Path of a `soljson.js`, or of an executable that supports `--version` and `--standard-json`. */
  readonly path: string;
}

/** Finds the package `solc` and its versioned aliases, such as `solc-0.8.29`, as resolved from a project's files. */
export async function findInstalledCompilers(root: string): Promise<readonly LocalCompiler[]> {
  const { resolve } = createRequire(join(root, "package.json"));
  const folders = resolve.paths("solc") ?? [];
  const names = (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat().sort();
  const versioned = [...new Set(names)].flatMap((name) => {
    const [, version] = /^solc-(\d+\.\d+\.\d+)$/.exec(name) ?? [];
    return version === undefined ? [] : [{ name, version }];
  });
  return [{ name: "solc" }, ...versioned].flatMap(({ name, ...known }) => {
    try {
      return [{ ...known, path: resolve(`${name}/soljson.js`) }];
    } catch {
      return [];
    }
  });
}

/** Doesn't load the compiler. Undefined if neither the compiler's entry nor solc's package.json states the version. */
export async function readShortVersion({ version, path: file }: LocalCompiler): Promise<string | undefined> {
  if (version !== undefined) return version.replace(/^v/, "").split("+")[0];
  if (path.basename(file) !== "soljson.js") return undefined;
  try {
    const manifest = JSON.parse(await readFile(join(file, "../package.json"), "utf8"));
    return manifestSchema.parse(manifest).version;
  } catch {
    return undefined;
  }
}

const manifestSchema = z.object({ name: z.literal("solc"), version: z.string() });

/** WebAssembly builds come last, because they take three times as long and run out of memory on large projects. */
export async function findDownloadedCompilers(
  hardhat: readonly string[],
  svm: readonly string[],
): Promise<readonly LocalCompiler[]> {
  const lists = await Promise.all([...hardhat.map(findHardhatCompilers), ...svm.map(findSvmCompilers)]);
  return lists.flat().sort((one, other) => Number(isWasm(one)) - Number(isWasm(other)));
}

function isWasm({ path }: LocalCompiler): boolean {
  return path.endsWith(".js");
}

const listSchema = z.object({
  builds: z.array(z.object({ path: z.string(), version: z.string(), longVersion: z.string() })),
});

/** Lists the compilers in Hardhat's folder. A folder with an unexpected structure is treated as empty. */
async function findHardhatCompilers(folder: string): Promise<readonly LocalCompiler[]> {
  const platforms = await readdir(folder).catch(() => []);
  const found = await Promise.all(platforms.sort().map((platform) => readBuilds(folder, platform)));
  return found.flat();
}

async function readBuilds(folder: string, platform: string): Promise<readonly LocalCompiler[]> {
  try {
    const { builds } = listSchema.parse(
      JSON.parse(await readFile(join(folder, platform, "list.json"), "utf8")),
    );
    return builds.flatMap(({ path, version, longVersion }) => {
      // Hardhat unpacks archives into folders beside the platforms' folders.
      const file = path.endsWith(".zip") ? join(folder, version, "solc.exe") : join(folder, platform, path);
      const works = existsSync(file) && !existsSync(`${file}.does.not.work`);
      // One platform's list contains short versions instead of long ones. For that platform, each compiler reports
      // its own version.
      return works ? [{ path: file, version: longVersion.includes("+") ? longVersion : version }] : [];
    });
  } catch {
    return [];
  }
}

const VERSION = /^\d+\.\d+\.\d+$/;

/** `<version>/solc-<version>`, newest first. The names lack the commit, so each compiler reports it on demand. */
export async function findSvmCompilers(folder: string): Promise<readonly LocalCompiler[]> {
  const versions = (await readdir(folder).catch(() => [])).filter((name) => VERSION.test(name));
  const newestFirst = versions.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return newestFirst.flatMap((version) => {
    const names = [`solc-${version}`, `solc-${version}.exe`].map((name) => join(folder, version, name));
    const file = names.find((name) => existsSync(name));
    return file === undefined ? [] : [{ path: file, version }];
  });
}

/** Finds executables by name in PATH order. Skips relative folders, which depend on the working directory. */
export async function findCompilersOnPath(
  name: string,
  searchPath = process.env.PATH ?? "",
): Promise<readonly LocalCompiler[]> {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const found = await Promise.all(
    [...new Set(folders)].map((folder) => {
      const file = path.join(folder, name);
      return access(file, constants.X_OK).then(
        () => [{ path: file }],
        () => [],
      );
    }),
  );
  return found.flat();
}
