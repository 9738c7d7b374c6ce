import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../../src/internal/domain/options.ts";
import type { Report } from "../../src/report.ts";
import { reportOfRun } from "../helpers/report-schema.ts";
import { follow, type ProcessRun, type RunningProcess } from "../helpers/running-process.ts";
import { SCRATCH } from "./scratch.ts";
import { tally } from "./tally.ts";

export type HostName = "hardhat3" | "hardhat2" | "cli";

export interface HostUnderTest {
  readonly name: HostName;
  /** Its node_modules contains the program. */
  readonly root: string;
  readonly line: (command: Command, words: readonly string[]) => readonly string[];
}

/** In every configuration, and as an alias in foundry.toml. */
export const NETWORK = "development";

export function hardhat3In(root: string): HostUnderTest {
  return hardhatIn(root, "hardhat3", (command) => ["verify-contract", command]);
}

export function hardhat2In(root: string): HostUnderTest {
  return hardhatIn(root, "hardhat2", (command) => [`verify-contract:${command}`]);
}

function hardhatIn(
  root: string,
  name: HostName,
  taskOf: (command: Command) => readonly string[],
): HostUnderTest {
  const program = [binOf(root, "hardhat", "hardhat"), "--network", NETWORK];
  const line: HostUnderTest["line"] = (command, words) => {
    const task = command === "verify" ? ["verify-contract"] : taskOf(command);
    return [...program, ...task, ...words];
  };
  return { name, root, line };
}

/** @param node URL or alias. @default the environment's */
export function cliIn(root: string, node?: string): HostUnderTest {
  const program = binOf(root, "hardhat-verify-contract", "hardhat-verify-contract");
  const line: HostUnderTest["line"] = (command, words) => [
    program,
    ...(command === "verify" ? [] : [command]),
    ...words,
    ...(node === undefined || command === "merge" || command === "preflight" ? [] : ["--rpc-url", node]),
  ];
  return { name: "cli", root, line };
}

export function binOf(root: string, name: string, command: string): string {
  const folder = join(root, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[command]);
}

export type Variables = Readonly<Record<string, string>>;

export function start(
  host: HostUnderTest,
  folder: string,
  command: Command,
  words: readonly string[],
  env: Variables = {},
): RunningProcess {
  tally.count(host.name);
  return startNode(host.line(command, words), folder, env);
}

export function runHost(...of: Parameters<typeof start>): Promise<ProcessRun> {
  return start(...of).ended;
}

export async function runForReport(
  ...[host, folder, command, words, env]: Parameters<typeof start>
): Promise<ProcessRun & { readonly report: Report }> {
  const run = await runHost(host, folder, command, [...words, "--json"], env);
  return { ...run, report: reportOfRun(run) };
}

export function startNode(line: readonly string[], folder: string, env?: Variables): RunningProcess {
  return startProgram(process.execPath, line, folder, env);
}

/** Runs a program like a user, with an empty home folder and environment. */
export function startProgram(
  program: string,
  words: readonly string[],
  folder: string,
  env: Variables = {},
): RunningProcess {
  const kept = ["PATH", "SystemRoot", "NODE_OPTIONS"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return follow(
    spawn(program, words, {
      cwd: folder,
      shell: process.platform === "win32" && program !== process.execPath,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...Object.fromEntries(kept), ...homeOf(), NO_COLOR: "1", ...env },
    }),
  );
}

function homeOf(): Variables {
  const home = join(SCRATCH, "home");
  const temporary = join(SCRATCH, "temporary");
  for (const each of [home, temporary]) mkdirSync(each, { recursive: true });
  return { HOME: home, USERPROFILE: home, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
}
