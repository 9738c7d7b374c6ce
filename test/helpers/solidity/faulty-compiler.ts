import { chmod, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { TemporaryFolder } from "../build-files.ts";
import { KEPT_COMPILER } from "../solc.ts";

export type Fault =
  | { readonly kind: "dies"; readonly signal: "SIGABRT" | "SIGKILL"; readonly times: number }
  | { readonly kind: "hangs" }
  | { readonly kind: "waits"; readonly release: string };

export interface FaultyCompiler {
  readonly path: string;
  readonly pids: () => Promise<readonly number[]>;
}

export async function faultySoljson(folder: TemporaryFolder, fault: Fault): Promise<FaultyCompiler> {
  const log = `${folder.path}/pids`;
  const path = await folder.write(
    "soljson.js",
    `const { appendFileSync, existsSync, readFileSync } = require("node:fs");
const compiler = require(${JSON.stringify(KEPT_COMPILER.path)});
const fault = ${JSON.stringify(fault)};
const log = ${JSON.stringify(log)};
function fail() {
  appendFileSync(log, process.pid + "\\n");
  const tries = readFileSync(log, "utf8").trim().split("\\n").length;
  if (fault.kind === "dies" && tries <= fault.times) process.kill(process.pid, fault.signal);
  while (fault.kind === "hangs" || tries <= fault.times || (fault.kind === "waits" && !existsSync(fault.release)))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
}
const cwrap = (name, ...types) => {
  const wrapped = compiler.cwrap(name, ...types);
  return name !== "solidity_compile" ? wrapped : (...values) => (fail(), wrapped(...values));
};
module.exports = Object.create(compiler, { cwrap: { value: cwrap } });
`,
  );
  return { path, pids: () => readPids(log) };
}

export async function hangingExecutable(folder: TemporaryFolder): Promise<FaultyCompiler> {
  const log = `${folder.path}/pids`;
  const path = await folder.write(
    "solc.cjs",
    `#!${process.execPath}
if (process.argv[2] === "--version") console.log("Version: 0.8.28+commit.7893614a.Linux.g++");
else {
  require("node:fs").appendFileSync(${JSON.stringify(log)}, process.pid + "\\n");
  setInterval(() => {}, 1_000);
}
`,
  );
  await chmod(path, 0o755);
  return { path, pids: () => readPids(log) };
}

export async function compilingPid({ pids }: FaultyCompiler): Promise<number> {
  for (;;) {
    const [pid] = await pids();
    if (pid !== undefined) return pid;
    await setTimeout(20);
  }
}

/** Also false for a process that has exited but is still listed, because its parent hasn't collected its status. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return !/\) [ZX] /.test(stat);
}

export async function untilEnded(pid: number, signal?: AbortSignal): Promise<void> {
  while (await isRunning(pid)) await setTimeout(20, undefined, { signal });
}

async function readPids(log: string): Promise<readonly number[]> {
  const text = await readFile(log, "utf8").catch(() => "");
  return text.split("\n").filter(Boolean).map(Number);
}
