import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { assert } from "chai";
import { parse } from "yaml";
import { flagOf, optionsOf } from "../../src/internal/domain/options.ts";
import { HOST_OPTIONS } from "../../src/internal/hosts/cli/host-options.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import {
  action,
  CHECKOUT,
  callsIn,
  runAction,
  type Step,
  stub,
  written,
} from "../helpers/package/run-action.ts";

const COMMANDS = ["verify", "check", "deployments", "preflight", "lock", "merge", "status"] as const;
/** Inputs that aren't options of a command. */
const OWN = ["command", "target", "network", "attempts", "retry-seconds", "artifact", "working-directory"];
const OF_SETUP = ["node-version", "version"];
/** The report goes to files, and the log is for people. */
const LEFT_OUT = ["json"];

describe("package - the GitHub Action", () => {
  const optionNames = new Set([
    ...COMMANDS.flatMap((command) =>
      optionsOf(command).flatMap(({ name, description }) =>
        /^Ignored/.test(description) ? [] : [flagOf(name).slice(2)],
      ),
    ),
    ...HOST_OPTIONS.map(({ name }) => flagOf(name).slice(2)),
  ]);
  for (const name of LEFT_OUT) optionNames.delete(name);

  it("should have exactly its commands' options as inputs", () => {
    assert.sameMembers(Object.keys(action.inputs), [...optionNames, ...OWN, ...OF_SETUP]);
    for (const [name, { description }] of Object.entries(action.inputs)) assert.isNotEmpty(description, name);
  });

  it("should pass every input to its script as a variable, and insert none into the script", () => {
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

  it("should pass every option unchanged, whatever its text, and omit unset ones", async () => {
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
    for (const name of flags) assert.include(words, `--${name}`);
    assert.lengthOf(words, 2 + 2 * texts.length + flags.length);

    const report = action.inputs.report?.default ?? "";
    for (const [inputs, ...call] of [
      [{ report: "" }, "deployments"],
      [{ command: "verify", target: "0x1" }, "0x1", "--report", report],
      [{ command: "status", chain: "296" }, "status", "--chain", "296"],
    ] as const) {
      await runAction(folder.path, inputs);
      assert.deepEqual((await callsIn(folder)).at(-1), call);
    }
    assert.isFalse((await promisify(execFile)("ls", [folder.path])).stdout.includes("pwned"));
  });

  it("should reject inputs that look like something else, without running anything", async () => {
    await using folder = await temporaryFolder();
    await stub(folder, "hardhat-verify-contract", "0.1.0");
    for (const inputs of [
      { command: "serve" },
      { target: "0x1 --verifier-url=https://a.example" },
      { command: "verify", target: "explain VC101" },
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

  it("should be used in docs/ci.md with existing inputs", async () => {
    const page = await readFile(path.join(CHECKOUT, "docs/ci.md"), "utf8");
    const [, block = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const steps: readonly Step[] = parse(block).jobs.verify.steps;
    const ours = steps.find(({ uses }) => uses?.includes("hardhat-verify-contract")) ?? assert.fail();
    assert.equal(ours.uses, "./node_modules/hardhat-verify-contract/action");
    const installed = steps.findIndex(({ run }) => run === "npm ci");
    assert.isBelow(installed, steps.indexOf(ours));
    assert.containsAllKeys(action.inputs, ours.with ?? {});
  });
});
