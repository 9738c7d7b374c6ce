import { execFile } from "node:child_process";
import { chmod, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { assert } from "chai";
import { parse } from "yaml";
import { flagOf } from "../../src/internal/domain/options.ts";
import { TASKS } from "../../src/internal/hosts/hardhat3/plugin.ts";
import { REPORT_FORMAT_NAMES } from "../../src/internal/render/format-names.ts";
import { temporaryFolder } from "../helpers/build-files.ts";

const DOC = await readFile(new URL("../../docs/ci.md", import.meta.url), "utf8");
function blocks(language: string): readonly string[] {
  const pattern = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g");
  return Array.from(DOC.matchAll(pattern), ([, text = ""]) => text);
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** The scripts as a CI's shell runs them. */
function allScripts(): readonly string[] {
  const [, simple, sharded, gitlab, pullRequests, nightly, scheduled, evidence] = blocks("yaml").map((text) =>
    parse(text),
  );
  const ofGithub = [simple, sharded, pullRequests, nightly, evidence].flatMap((workflow: Workflow) =>
    Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])),
  );
  const jobs: readonly { readonly script: readonly string[] }[] = Object.values({ ...gitlab, ...scheduled });
  return [...blocks("sh"), ...ofGithub, ...jobs.map(({ script }) => script.join("\n"))];
}

const SCRIPTS = allScripts().filter((script) => script.includes("verify-contract"));

/** Runs a script with an `npx` that exits with these codes in turn. The last code repeats. */
async function run(script: string, codes: readonly number[]) {
  await using folder = await temporaryFolder();
  const count = await folder.write("calls", "");
  const cases = codes.map((code, index) => `${index + 1}) exit ${code};;`).join(" ");
  const npx = `#!/bin/sh\necho "$@" >> "${count}"\ncase $(wc -l < "${count}" | tr -d ' ') in ${cases} *) exit ${codes.at(-1)};; esac\n`;
  await chmod(await folder.write("bin/npx", npx), 0o755);
  await chmod(await folder.write("bin/npm", "#!/bin/sh\n"), 0o755);
  const PATH = `${folder.path}/bin:${process.env.PATH ?? ""}`;
  const env = { PATH, RETRY_SECONDS: "0", CI_NODE_INDEX: "2", CI_NODE_TOTAL: "3" };
  const filled = script.replaceAll(/\$\{\{ matrix\.part \}\}/g, "2");
  const exitCode = await promisify(execFile)("bash", ["-e", "-c", filled], { cwd: folder.path, env }).then(
    () => 0,
    (error: { readonly code: number }) => error.code,
  );
  const calls = (await readFile(count, "utf8")).split("\n").filter((line) => line !== "");
  return { exitCode, calls };
}

describe("package - CI recipes", () => {
  const retrying = SCRIPTS.filter((script) => script.includes("RETRY_SECONDS"));
  assert.isAtLeast(SCRIPTS.length, 6);
  for (const [index, script] of retrying.entries())
    it(`should retry after exit code 3 only, number ${index + 1}`, async () => {
      for (const [codes, exitCode, calls] of [
        [[0], 0, 1],
        [[1], 1, 1],
        [[2], 2, 1],
        [[3, 0], 0, 2],
        [[3, 3, 1], 1, 3],
        [[3], 3, 3],
      ] as const) {
        const ran = await run(script, codes);
        assert.deepEqual([ran.exitCode, ran.calls.length], [exitCode, calls], `${codes}`);
      }
    });

  for (const [what, code, outcomes, open, expected, networks] of [
    ["drift, and no issue", "1", { drifted: 2 }, "", ["label create contract-drift --force", "issue create"]],
    ["drift, and an open issue", "1", { drifted: 2 }, "7", ["issue edit 7 --body-file body.md"]],
    ["no drift, and an open issue", "0", { "as-locked": 7 }, "7", ["issue close 7"]],
    ["a failure other than drift, and an open issue", "1", { "no-build": 1, "as-locked": 7 }, "7", []],
    ["no drift on the chains with a network", "0", { "as-locked": 7 }, "7", [], [{ name: null }]],
  ] as const)
    it(`should keep at most one issue with ${what}`, async () => {
      await using folder = await temporaryFolder();
      const list = `case "$*" in "issue list"*) printf '%s' "${open}";; *) echo "$*" >> "${folder.path}/calls";; esac`;
      await chmod(await folder.write("gh", `#!/bin/sh\n${list}\n`), 0o755);
      await folder.write("drift.md", "# Drift");
      await folder.write("drift.json", { networks, summary: { outcomes } });
      await folder.write("calls", "");
      const [script = assert.fail()] = allScripts().filter((each) => each.includes("gh issue"));
      const node = path.dirname(process.execPath);
      const env = { PATH: `${folder.path}:${node}:${process.env.PATH ?? ""}`, CODE: code };
      await promisify(execFile)("bash", ["-e", "-c", script], { cwd: folder.path, env });
      const calls = (await readFile(path.join(folder.path, "calls"), "utf8")).split("\n").filter(Boolean);
      assert.lengthOf(calls, expected.length);
      for (const [index, begin] of expected.entries())
        assert.isTrue(calls[index]?.startsWith(begin), calls[index]);
    });

  it("should use existing options and formats", async () => {
    const options = new Map(
      TASKS.map((task) => [task.id.at(-1), [...Object.keys(task.options).map(flagOf), "--network"]]),
    );
    for (const script of SCRIPTS) {
      const { calls } = await run(script, [0]);
      const [, , task = "", ...args] = (calls[0] ?? "").split(" ");
      assert.include([...options.keys()], task, script);
      for (const option of args.filter((arg) => arg.startsWith("--")))
        assert.include(options.get(task) ?? [], option, script);
      const at = args.indexOf("--report");
      const reports = at === -1 ? [] : (args[at + 1] ?? "").split(",");
      for (const report of reports) assert.include<string>(REPORT_FORMAT_NAMES, report.split("=")[0] ?? "");
    }
  });
});
