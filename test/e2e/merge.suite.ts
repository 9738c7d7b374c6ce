import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "chai";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import type { Report } from "../../src/report.ts";
import { BATCH_REPORTS, manyContracts, PLAN } from "../helpers/batch-reports.ts";
import { type CliRun, verify } from "../helpers/cli.ts";
import { expectGolden } from "../helpers/golden.ts";
import { type Project, uncompiledProject } from "../helpers/project.ts";
import { reportOf } from "../helpers/report-parts.ts";
import { parseReport } from "../helpers/report-schema.ts";

const MANY = manyContracts(1);

describe("e2e - verify-contract merge", () => {
  let project: Project;

  before(async () => {
    project = await uncompiledProject("many-contracts");
    await mkdir(join(project.root, "reports"));
    const shard = BATCH_REPORTS["batch-shard"];
    await write("reports/1.json", reportOf(MANY, 0, { shard: { index: 1, count: 2, plan: PLAN } }));
    await write("reports/2.json", { ...shard, shard: { index: 2, count: 2, plan: PLAN } });
    await write("reports/other.txt", reportOf([], 0));
  });

  const write = (file: string, report: Report): Promise<void> =>
    writeFile(join(project.root, file), REPORT_FORMATS.json(report));
  const merge = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> =>
    verify(project, ["merge", ...args], { network: "nowhere", env });

  it("should join the reports of a folder, without a network or a build, and end as the whole run would", async () => {
    const run = await merge(["reports", "--report", "json=out/all.json"]);
    assert.equal(run.exitCode, 1, run.stderr);
    assert.equal(run.stderr, "");
    expectGolden("cli/merge.txt", run.stdout);
    const report = parseReport(await project.read("out/all.json"));
    assert.lengthOf(report.contracts, 8);
  });

  it("should keep the reports that it reads: VC801", async () => {
    const before = await project.read("reports/1.json");
    const run = await merge(["reports", "--report", "json=reports/1.json"]);
    assert.equal(run.exitCode, 2);
    assert.match(run.stderr, /^VC801 .*\n +Reason +this run reads or writes the same file\n/);
    assert.equal(await project.read("reports/1.json"), before);
  });

  it("should not wait for a pipe in place of the summary of a job", async function () {
    if (process.platform === "win32") this.skip();
    const pipe = join(project.root, "pipe");
    execFileSync("mkfifo", [pipe]);
    const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: project.root, GITHUB_STEP_SUMMARY: pipe };
    const run = await merge(["reports"], env);
    assert.equal(run.exitCode, 1);
    assert.match(run.stderr, /^! The job summary can't be written: .*pipe is not a regular file/);
  });
});
