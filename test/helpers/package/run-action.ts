import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse } from "yaml";
import { type TemporaryFolder, temporaryFolder } from "../build-files.ts";
import { listening } from "../listening.ts";

export const CHECKOUT = fileURLToPath(new URL("../../../", import.meta.url));
const ACTION = path.join(CHECKOUT, "action");

export const { version: VERSION }: { readonly version: string } = JSON.parse(
  await readFile(path.join(CHECKOUT, "package.json"), "utf8"),
);

export interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const action: Action = parse(await readFile(path.join(ACTION, "action.yml"), "utf8"));
export const workflow: { readonly jobs: { readonly action: { readonly steps: readonly Step[] } } } = parse(
  await readFile(path.join(CHECKOUT, ".github/workflows/action.yml"), "utf8"),
);
const step = action.runs.steps.find(({ id }) => id === "run");
if (step?.run === undefined) throw new Error("action.yml has no step that runs.");
const { run: script } = step;
export const { env: written = {} } = step;

/** Runs the step's script in bash like GitHub's runner. */
export async function runAction(
  folder: string,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
) {
  const given: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, { default: text }]) => [name, text])),
    "retry-seconds": "0",
    ...inputs,
  };
  const variables = Object.entries(written).map(([name, text]) => [
    name,
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => given[input] ?? ""),
  ]);
  const output = path.join(folder, "github-output");
  await writeFile(output, "");
  const PATH = `${path.dirname(process.execPath)}:${process.env.PATH ?? ""}`;
  const github = { RUNNER_TEMP: folder, GITHUB_ACTION_PATH: ACTION, GITHUB_OUTPUT: output };
  const words = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  const ended = await promisify(execFile)("bash", words, {
    cwd: folder,
    env: { PATH, HOME: folder, ...github, ...Object.fromEntries(variables), ...env },
  }).then(
    ({ stderr }) => ({ exitCode: 0, stderr }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ exitCode: code, stderr }),
  );
  const blocks = (await readFile(output, "utf8")).matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm);
  return { ...ended, outputs: Object.fromEntries(Array.from(blocks, ([, name, , text]) => [name, text])) };
}

/** Installs a package that records its arguments. Each call exits with the next code, and the last code repeats. */
export async function stub(
  folder: TemporaryFolder,
  name: string,
  version: string,
  codes: readonly number[] = [0],
) {
  await folder.write(`node_modules/${name}/package.json`, { name, version, bin: { [name]: "./bin.cjs" } });
  const calls = JSON.stringify(path.join(folder.path, "calls.jsonl"));
  await folder.write(
    `node_modules/${name}/bin.cjs`,
    `const { appendFileSync, readFileSync } = require("node:fs");
appendFileSync(${calls}, JSON.stringify(process.argv.slice(2)) + "\\n");
const call = readFileSync(${calls}, "utf8").trim().split("\\n").length;
process.exitCode = ${JSON.stringify(codes)}[Math.min(call, ${codes.length}) - 1];
`,
  );
}

/** Serves a registry with one version of the package, which records its arguments in the working directory. */
export async function registryOf(version: string): Promise<AsyncDisposable & { readonly url: string }> {
  await using folder = await temporaryFolder();
  const name = "hardhat-verify-contract";
  await folder.write("package.json", { name, version, bin: { [name]: "bin.cjs" } });
  const text =
    'require("node:fs").appendFileSync("calls.jsonl", JSON.stringify(process.argv.slice(2)) + "\\n");';
  await folder.write("bin.cjs", text);
  await promisify(execFile)("npm", ["pack", "--silent"], { cwd: folder.path });
  const packed = await readFile(path.join(folder.path, `${name}-${version}.tgz`));
  const server = createServer((request, response) => {
    if (request.url?.endsWith(".tgz")) {
      response.end(packed);
      return;
    }
    const dist = { tarball: `${served.url}/${name}.tgz` };
    const versions = { [version]: { name, version, bin: { [name]: "bin.cjs" }, dist } };
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  });
  const served = await listening(server);
  return served;
}

export async function callsIn({ path: folder }: TemporaryFolder): Promise<readonly (readonly string[])[]> {
  const text = await readFile(path.join(folder, "calls.jsonl"), "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line));
}
