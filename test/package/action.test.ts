import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { assert } from "chai";
import { parse } from "yaml";

import { HOME } from "../../scripts/home.ts";
import { type Command, flagOf, optionsOf } from "../../src/internal/commands/options.ts";
import { HOST_OPTIONS } from "../../src/internal/hosts/cli/host-options.ts";
import { type TemporaryFolder, temporaryFolder } from "../helpers/build-files.ts";
import { type ActionWorld, startActionWorld } from "../helpers/package/action-world.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const ACTION = path.join(CHECKOUT, "action");
const COMMANDS: readonly Command[] = ["verify", "check", "deployments", "preflight", "merge", "status"];
/** What is no option of a command. */
const OWN = ["command", "target", "network", "attempts", "retry-seconds", "artifact", "working-directory"];
const OF_SETUP = ["node-version", "version"];
/** The report goes to files, and the log is for people. */
const LEFT_OUT = ["json"];

interface Step {
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

const action: Action = parse(await readFile(path.join(ACTION, "action.yml"), "utf8"));
const workflow: { readonly jobs: { readonly action: { readonly steps: readonly Step[] } } } = parse(
  await readFile(path.join(CHECKOUT, ".github/workflows/action.yml"), "utf8"),
);
const step = action.runs.steps.find(({ id }) => id === "run");
if (step?.run === undefined) throw new Error("action.yml has no step that runs.");
const { run: script, env: written = {} } = step;

interface Ran {
  readonly exitCode: number;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs the step's script, as GitHub's runner does: bash, the inputs as variables, the runner's own variables. */
async function runAction(
  folder: string,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
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
  const ended = await promisify(execFile)(
    "bash",
    ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
    {
      cwd: folder,
      env: {
        PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ""}`,
        HOME: folder,
        RUNNER_TEMP: folder,
        GITHUB_ACTION_PATH: ACTION,
        GITHUB_OUTPUT: output,
        ...Object.fromEntries(variables),
        ...env,
      },
    },
  ).then(
    ({ stderr }) => ({ exitCode: 0, stderr }),
    (error: { readonly code: number; readonly stderr: string }) => ({
      exitCode: error.code,
      stderr: error.stderr,
    }),
  );
  const blocks = (await readFile(output, "utf8")).matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm);
  return { ...ended, outputs: Object.fromEntries(Array.from(blocks, ([, name, , text]) => [name, text])) };
}

/** A package that writes down its words, and ends with these codes, one a call, the last one for all that follow. */
async function stub(folder: TemporaryFolder, name: string, version: string, codes: readonly number[] = [0]) {
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

async function callsIn({ path: folder }: TemporaryFolder): Promise<readonly (readonly string[])[]> {
  const text = await readFile(path.join(folder, "calls.jsonl"), "utf8").catch(() => "");
  return text === ""
    ? []
    : text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
}

describe("package - the GitHub Action", () => {
  const optionNames = new Set([
    ...COMMANDS.flatMap((command) =>
      optionsOf(command).flatMap(({ name, description }) =>
        description.startsWith("Not needed") && name !== "force" ? [] : [flagOf(name).slice(2)],
      ),
    ),
    ...HOST_OPTIONS.map(({ name }) => flagOf(name).slice(2)),
  ]);
  for (const name of LEFT_OUT) optionNames.delete(name);

  it("should have the options of its commands as inputs, and no others", () => {
    assert.sameMembers(Object.keys(action.inputs), [...optionNames, ...OWN, ...OF_SETUP]);
    for (const [name, { description }] of Object.entries(action.inputs)) assert.isNotEmpty(description, name);
  });

  it("should give inputs to its script as variables, each of them, and write none into it", () => {
    assert.equal(action.runs.using, "composite");
    for (const { run = "" } of action.runs.steps) assert.notInclude(run, "${{");
    for (const [variable, text] of Object.entries(written)) {
      const [, name = ""] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text) ?? [];
      assert.equal(variable, `INPUT_${name.replaceAll("-", "_").toUpperCase()}`);
    }
    const used = JSON.stringify(action.runs.steps);
    for (const name of Object.keys(action.inputs)) assert.include(used, `inputs.${name}`, name);
    for (const { value } of Object.values(action.outputs))
      assert.match(value, /^\$\{\{ steps\.run\.outputs\./);
  });

  it("should pass every option as it is, whatever stands in it, and nothing for what was not given", async () => {
    await using folder = await temporaryFolder();
    await stub(folder, "hardhat-verify-contract", "0.1.0");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
    const nasty = "$(touch pwned) `touch pwned` \"; touch pwned; ' \n${{ secrets.A }}";
    const flags = [...optionNames].filter((name) => action.inputs[name]?.default === "false");
    const texts = [...optionNames].filter((name) => !flags.includes(name));
    const { exitCode, stderr } = await runAction(folder.path, {
      command: "check",
      target: " 0x1\n0.0.2 ",
      ...Object.fromEntries(flags.map((name) => [name, "true"])),
      ...Object.fromEntries(texts.map((name) => [name, `${nasty}${name}`])),
    });
    assert.equal(exitCode, 0, stderr);
    const [[command, ...words] = []] = await callsIn(folder);
    assert.equal(command, "check");
    assert.deepEqual(words.slice(0, 2), ["0x1", "0.0.2"]);
    for (const name of texts) assert.equal(words[words.indexOf(`--${name}`) + 1], `${nasty}${name}`);
    assert.includeMembers(
      words,
      flags.map((name) => `--${name}`),
    );
    assert.lengthOf(words, 2 + 2 * texts.length + flags.length);

    await runAction(folder.path, { report: "" });
    assert.deepEqual((await callsIn(folder)).at(-1), ["deployments"]);
    await runAction(folder.path, { command: "verify", target: "0x1" });
    const report = action.inputs.report?.default ?? "";
    assert.deepEqual((await callsIn(folder)).at(-1), ["0x1", "--report", report]);
    await runAction(folder.path, { command: "status", chain: "296" });
    assert.deepEqual((await callsIn(folder)).at(-1), ["status", "--chain", "296"]);
    assert.isFalse((await promisify(execFile)("ls", [folder.path])).stdout.includes("pwned"));
  });

  it("should refuse inputs that would be taken for something else, and run nothing", async () => {
    await using folder = await temporaryFolder();
    await stub(folder, "hardhat-verify-contract", "0.1.0");
    for (const inputs of [
      { command: "serve" },
      { target: "0x1 --verifier-url=https://a.example" },
      { contract: "--verifier-url" },
      { network: "--config" },
      { network: "testnet", "rpc-url": "http://a.example" },
      { force: "yes" },
      { attempts: "0" },
      { "retry-seconds": "1e9" },
      { network: "testnet" },
    ]) {
      const { exitCode, stderr, outputs } = await runAction(folder.path, inputs as Record<string, string>);
      assert.equal(exitCode, 2, JSON.stringify(inputs));
      assert.match(stderr, /^The input /);
      assert.equal(outputs["exit-code"], "2");
    }
    assert.isEmpty(await callsIn(folder));
  });

  it("should run again after exit code 3, and after no other", async () => {
    for (const [codes, exitCode, calls] of [
      [[0], 0, 1],
      [[1], 1, 1],
      [[3, 0], 0, 2],
      [[3, 3, 1], 1, 3],
      [[3], 3, 3],
    ] as const) {
      await using folder = await temporaryFolder();
      await stub(folder, "hardhat-verify-contract", "0.1.0", codes);
      const ran = await runAction(folder.path, { report: "json=a.json,html=b.html" });
      assert.deepEqual([ran.exitCode, (await callsIn(folder)).length], [exitCode, calls], `${codes}`);
      assert.equal(ran.outputs["exit-code"], String(exitCode));
      assert.equal(ran.outputs.reports, "a.json\nb.html");
      assert.equal(
        ran.outputs.uploads,
        ["a.json", "b.html"].map((file) => path.join(folder.path, file)).join("\n"),
      );
    }
  });

  it("should run the tasks of either Hardhat where a network is named", async () => {
    for (const [version, words] of [
      ["3.18.0", ["verify-contract", "deployments"]],
      ["2.29.1", ["verify-contract:deployments"]],
    ] as const) {
      await using folder = await temporaryFolder();
      await stub(folder, "hardhat", version);
      const { exitCode, stderr } = await runAction(folder.path, { network: "testnet", report: "" });
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(await callsIn(folder), [[...words, "--network", "testnet"]]);
    }
  });

  describe("in a project", () => {
    let world: ActionWorld;
    let project: TemporaryFolder;

    before(async () => {
      project = await temporaryFolder();
      world = await startActionWorld(project.path);
    });
    after(async () => {
      await world[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    });

    const uses = workflow.jobs.action.steps.filter(({ uses: name }) => name === "./action");
    for (const [index, { id, with: inputs = {} }] of uses.entries()) {
      it(`should end as the workflow of this repository expects: ${id}`, async () => {
        const own = Object.fromEntries(
          Object.entries(inputs).filter(([name]) => name !== "working-directory"),
        );
        const ran = await runAction(project.path, own, { ETH_RPC_URL: world.rpcUrl });
        assert.equal(ran.exitCode, [0, 0, 1][index], ran.stderr);
        for (const file of ran.outputs.uploads?.split("\n") ?? [])
          if (index < 2) assert.isNotEmpty(await readFile(file, "utf8"));
      });
    }
  });

  it("should be what docs/ci.md shows", async () => {
    const [, block = ""] =
      /```yaml\n([\s\S]*?)```/.exec(await readFile(path.join(CHECKOUT, "docs/ci.md"), "utf8")) ?? [];
    const steps: readonly Step[] = parse(block).jobs.verify.steps;
    const { version } = JSON.parse(await readFile(path.join(CHECKOUT, "package.json"), "utf8"));
    const ours = steps.find(({ uses }) => uses?.includes("hardhat-verify-contract"));
    assert.equal(`https://github.com/${ours?.uses}`, `${HOME}/action@v${version}`);
    assert.containsAllKeys(action.inputs, ours?.with ?? {});
  });

  it("should be used by a workflow of this repository, with inputs that there are", () => {
    const { steps } = workflow.jobs.action;
    const uses = steps.filter(({ uses: name }) => name === "./action");
    assert.deepEqual(
      uses.map(({ id }) => id),
      ["all", "checked", "nothing"],
    );
    for (const { with: inputs = {} } of uses) assert.containsAllKeys(action.inputs, inputs);
    assert.include(JSON.stringify(steps), '\\"$CODES\\" = \\"0 0 1\\"');
  });
});
