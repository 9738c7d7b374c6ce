import { spawn } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LocalCompiler } from "./local-compiler.ts";
import { loadSoljson } from "./soljson.ts";

/** A compiler, ready for use. */
export interface LoadedCompiler {
  /** `0.8.28+commit.7893614a` */
  readonly longVersion: string;
  readonly isEmscripten: boolean;
  /** Standard JSON in, standard JSON out. */
  compile(input: string): Promise<string>;
}

const LONG_VERSION = /\d+\.\d+\.\d+[^+\s]*\+commit\.[0-9a-f]+/;
const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024;
const VERSION_TIME_LIMIT_MS = 20_000;
/** The first release with `--no-import-callback`; older ones run in an empty directory. */
const NO_IMPORT_CALLBACK_SINCE = [0, 8, 22] as const;

/** Loads a `soljson.js` or an executable; the file's content decides. */
export async function loadCompiler({ path }: LocalCompiler): Promise<LoadedCompiler> {
  return (await isExecutable(path)) ? loadNative(path) : loadEmscripten(path);
}

/** True for a binary and for a script with a shebang; a `soljson.js` is plain text without one. */
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

async function loadEmscripten(path: string): Promise<LoadedCompiler> {
  const soljson = await loadSoljson(path);
  return {
    longVersion: longVersionIn(soljson.version(), path),
    isEmscripten: true,
    compile: async (input) => soljson.compile(input),
  };
}

async function loadNative(path: string): Promise<LoadedCompiler> {
  const printed = await run(path, ["--version"], "", VERSION_TIME_LIMIT_MS);
  const longVersion = longVersionIn(printed, path);
  const args = hasNoImportCallback(longVersion)
    ? ["--standard-json", "--no-import-callback"]
    : ["--standard-json"];
  return {
    longVersion,
    isEmscripten: false,
    compile: (input) => run(path, args, input),
  };
}

function longVersionIn(text: string, path: string): string {
  const version = LONG_VERSION.exec(text)?.[0];
  if (version === undefined) throw new Error(`${path} does not state its compiler version.`);
  return version;
}

function hasNoImportCallback(longVersion: string): boolean {
  const [major = 0, minor = 0, patch = 0] = longVersion.split(/[.+-]/).map(Number);
  const [sinceMajor, sinceMinor, sincePatch] = NO_IMPORT_CALLBACK_SINCE;
  if (major !== sinceMajor) return major > sinceMajor;
  return minor === sinceMinor ? patch >= sincePatch : minor > sinceMinor;
}

/** Runs a compiler in an empty directory, where an import that is missing from the input finds nothing. It ends with this process' group. */
async function run(
  path: string,
  args: readonly string[],
  input: string,
  timeLimitMs?: number,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "verify-contract-solc-"));
  try {
    return await new Promise<string>((resolve, reject) => {
      const child = spawn(path, args, { cwd: directory, timeout: timeLimitMs, killSignal: "SIGKILL" });
      const output: Buffer[] = [];
      let size = 0;
      child.stdout.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > OUTPUT_LIMIT_BYTES) child.kill("SIGKILL");
        else output.push(chunk);
      });
      child.stderr.resume();
      child.once("error", reject);
      child.once("close", (code, signal) => {
        if (code === 0) resolve(Buffer.concat(output).toString("utf8"));
        else reject(new Error(`The compiler ended with ${signal ?? `exit code ${code}`}.`));
      });
      // A compiler that exits early closes stdin; the `close` event has the reason.
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
