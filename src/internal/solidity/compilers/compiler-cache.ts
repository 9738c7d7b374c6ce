import { type ExecFileException, execFile } from "node:child_process";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { compileFunction } from "node:vm";
import { isEarlier } from "../../domain/compiler-version.ts";
import { Memo } from "../../domain/memo.ts";
import { messageOf } from "../../text/file-reason.ts";
import type { Json } from "../../text/is-object.ts";
import type { LocalCompiler } from "./find-compilers.ts";

/** A loaded soljson takes hundreds of megabytes, so a worker keeps only a few versions. */
const MAX_LOADED = 3;

/** Thrown if no configured compiler has the required version. The message lists the available versions. */
export class NoCompilerError extends Error {
  override readonly name = "NoCompilerError";
}

export class CompilerCache {
  readonly #loaded = new Memo<LoadedCompiler>(MAX_LOADED);
  /** Long versions by path. Kept even if the compiler is unloaded. */
  readonly #longVersions = new Map<string, string>();

  /** @throws NoCompilerError. Its message must not look like a failed download, because failed downloads are retried. */
  async find(
    longVersion: string,
    compilers: readonly LocalCompiler[],
    forceEmscripten: boolean,
  ): Promise<LoadedCompiler> {
    const broken: string[] = [];
    let native: LoadedCompiler | undefined;
    for (const compiler of compilers) {
      if (!mayBeVersion(this.#longVersions.get(compiler.path) ?? compiler.version, longVersion)) continue;
      try {
        const loaded = await this.#loaded.getUsable(compiler.path, () => loadCompiler(compiler));
        this.#longVersions.set(compiler.path, loaded.longVersion);
        if (!isSameVersion(loaded.longVersion, longVersion)) continue;
        if (loaded.isEmscripten || !forceEmscripten) return loaded;
        native ??= loaded;
      } catch (error) {
        broken.push(`${compiler.path}: ${messageOf(error)}`);
      }
    }
    if (native !== undefined) return native;
    throw new NoCompilerError(
      [`No compiler ${longVersion} is configured.`, this.#known(compilers, longVersion), ...broken].join(" "),
    );
  }

  /** Lists the known versions. Includes the commit only for versions of the required release. */
  #known(compilers: readonly LocalCompiler[], wanted: string): string {
    const versions = compilers.map(({ path, version }) => this.#longVersions.get(path) ?? version ?? path);
    const shown = versions.map((version) => {
      const [release = version, commit] = version.split("+commit.");
      return commit === undefined || release === wanted.split("+")[0] ? version : release;
    });
    const newestFirst = [...new Set(shown)].sort((one, other) => (isEarlier(one, other) ? 1 : -1));
    return versions.length === 0 ? "No compilers are available." : `Available: ${newestFirst.join(", ")}.`;
  }
}

/** True if a compiler configured as `version` (short, long or unknown) may have the required version. */
function mayBeVersion(version: string | undefined, longVersion: string): boolean {
  if (version === undefined) return true;
  const bare = version.replace(/^v/, "");
  return bare.includes("+") ? longVersion === bare : longVersion.split("+")[0] === bare;
}

/** True if both are the same version. Vyper prints fewer digits of its commit hash than version lists contain. */
function isSameVersion(printed: string, longVersion: string): boolean {
  return printed === longVersion || (SHORT_COMMIT.test(printed) && longVersion.startsWith(printed));
}

const SHORT_COMMIT = /\+commit\.[0-9a-f]{7}$/;

type LoadedCompiler = Awaited<ReturnType<typeof loadCompiler>>;

const LONG_VERSION = /\d+\.\d+\.\d+[^+\s]*\+commit\.[0-9a-f]+/;
const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024;
const VERSION_TIME_LIMIT_MS = 20_000;
/** The first release with `--no-import-callback`. Older releases run in an empty directory. */
const NO_IMPORT_CALLBACK_SINCE = "0.8.22";

export async function loadCompiler({ path }: LocalCompiler) {
  if (await isExecutable(path)) return loadNative(path);
  const soljson = await loadSoljson(path);
  return {
    longVersion: parseLongVersion(soljson.version(), path),
    isEmscripten: true,
    compile: async (input: string) => soljson.compile(input),
  };
}

/** True for a binary, or a script with a shebang. A `soljson.js` is plain text without a shebang. */
async function isExecutable(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0);
    const start = buffer.subarray(0, bytesRead);
    return start.includes(0) || start.subarray(0, 2).toString("latin1") === "#!";
  } finally {
    await file.close();
  }
}

async function loadNative(path: string) {
  const printed = await run(path, ["--version"], "", VERSION_TIME_LIMIT_MS);
  const longVersion = parseLongVersion(printed, path);
  const callback = isEarlier(longVersion, NO_IMPORT_CALLBACK_SINCE) ? [] : ["--no-import-callback"];
  const args = ["--standard-json", ...callback];
  return { longVersion, isEmscripten: false, compile: (input: string) => run(path, args, input) };
}

function parseLongVersion(text: string, path: string): string {
  const version = LONG_VERSION.exec(text)?.[0];
  if (version === undefined) throw new Error(`${path} does not report its compiler version.`);
  return version;
}

/**
 * Runs in an empty directory, so imports missing from the input find no files. Ending this process's group also ends
 * the compiler.
 */
async function run(path: string, args: string[], input: string, timeLimitMs?: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "verify-contract-solc-"));
  try {
    const running = promisify(execFile)(path, args, {
      cwd: directory,
      timeout: timeLimitMs,
      killSignal: "SIGKILL",
      maxBuffer: OUTPUT_LIMIT_BYTES,
    });
    // A compiler that exits early closes stdin. The rejected promise contains the reason.
    running.child.stdin?.on("error", () => undefined).end(input);
    return (await running).stdout;
  } catch (error) {
    const { code, signal } = error as ExecFileException;
    // A code such as ENOENT says why the compiler didn't start.
    if (typeof code === "string") throw error;
    throw new Error(`The compiler ended with ${signal ?? `exit code ${code}`}.`, { cause: error });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface SoljsonModule {
  cwrap(name: string, returns: string | null, takes: readonly string[]): (...values: unknown[]) => string;
}

/** Loads 0.4.11 or later; older versions don't support standard JSON. Hardhat doesn't export its own loader. */
export async function loadSoljson(path: string) {
  const module = loadCommonJs(path, await readFile(path, "utf8"));
  const has = (name: string): boolean => typeof module[`_${name}`] === "function";
  const version = has("solidity_version") ? "solidity_version" : "version";
  const compile = has("solidity_compile") ? "solidity_compile" : "compileStandard";
  if (!has(version) || !has(compile))
    throw new Error(`${path} is not a compiler that supports standard JSON.`);
  const { cwrap } = module as unknown as SoljsonModule;
  const askVersion = cwrap(version, "string", []);
  // Since 0.6.0, the function takes a context in addition to the import callback. Both arguments are null, because no
  // callback is used.
  const callback = /^0\.[0-5]\./.test(askVersion()) ? ["number"] : ["number", "number"];
  const run = cwrap(compile, "string", ["string", ...callback]);
  const reset = has("solidity_reset") ? cwrap("solidity_reset", null, []) : undefined;
  return {
    version: () => askVersion(),
    /** A missing import is a compiler error. */
    compile: (input: string) => {
      const output = run(input, ...callback.map(() => null));
      // Frees this compilation's memory.
      reset?.();
      return output;
    },
  };
}

/** Unlike `require`, ignores a package.json with `"type": "module"`, which would make `soljson.js` an ES module. */
function loadCommonJs(path: string, source: string): Json {
  const module = { exports: {} as Json };
  const run = compileFunction(source, ["exports", "require", "module", "__filename", "__dirname"], {
    filename: path,
  });
  run(module.exports, createRequire(path), module, path, dirname(path));
  return module.exports;
}
