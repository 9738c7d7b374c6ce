import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Report } from "../../src/report.ts";
import type { CliRun } from "./cli.ts";
import { reportOfRun } from "./report-schema.ts";
import { type RunningProcess, startNode } from "./running-process.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const manifest = await import("../../package.json", { with: { type: "json" } });
export const BIN = path.join(CHECKOUT, manifest.default.bin["hardhat-verify-contract"]);
const WITHOUT_PACKAGE = pathToFileURL(path.join(CHECKOUT, "test/helpers/without-package.mjs")).href;

/** Variables with which a connection ends the process. */
export const OFFLINE = {
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(CHECKOUT, "test/helpers/no-network.mjs")).href}`,
};

const home = await mkdtemp(path.join(tmpdir(), "verify-contract-home-"));
const KEPT = ["PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP", "NODE_OPTIONS"];

export function startPlain(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningProcess {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return startNode(["--import", WITHOUT_PACKAGE, BIN, ...words], folder, {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    NO_COLOR: "1",
    TEST_MISSING_PACKAGE: "hardhat",
    ...env,
  });
}

export function plain(
  folder: string,
  words: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<CliRun> {
  return startPlain(folder, words, env).ended;
}

export async function plainJson(
  folder: string,
  words: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<CliRun & { readonly report: Report }> {
  const run = await plain(folder, [...words, "--json"], env);
  return { ...run, report: reportOfRun(run) };
}
