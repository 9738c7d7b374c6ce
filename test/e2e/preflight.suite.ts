import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { type CliRun, verify } from "../helpers/cli.ts";
import { expectGolden } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import { OFFLINE } from "../helpers/plain-cli.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parsePreflightReport } from "../helpers/report-schema.ts";
import { withFixedBuild } from "../helpers/screen.ts";
import { serve } from "../helpers/services/fault-server.ts";

describe("e2e - preflight", () => {
  const canary = heldFor(() => serve((_, response) => response.end("{}")));
  let good: Project;
  let noHash: Project;

  before(async () => {
    good = await fixtureProject("many-contracts");
    noHash = await (await fixtureProject("no-metadata-hash")).copy();
  });
  afterEach(() => assert.isEmpty(canary.requests));

  /** Every URL leads to the canary, and a connection ends the process. */
  const surroundings = (env: Readonly<Record<string, string>> = {}) => {
    const { url } = canary;
    return {
      env: { ...{ RPC_URL: url, ETH_RPC_URL: url, HTTP_PROXY: url, HTTPS_PROXY: url }, ...OFFLINE, ...env },
      config: { verification: { url }, query: { url }, status: { url } },
    };
  };
  const preflight = (
    project: Project,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<CliRun> => verify(project, ["preflight", ...args], surroundings(env));
  it("should say that a good project will verify, without a node, a service or a network", async () => {
    const run = await preflight(good, []);
    assert.deepEqual([run.exitCode, run.stderr], [0, ""]);
    expectGolden("preflight/good.txt", withFixedBuild(run.stdout));
  });

  it("should fail without a metadata hash when an option or the configuration requires an exact match", async () => {
    const run = await preflight(noHash, ["--min-match", "exact_match"]);
    assert.equal(run.exitCode, 1, run.stderr);
    expectGolden("preflight/exact-match-asked-for.txt", withFixedBuild(run.stdout));
  });

  it("should write every report, and the annotations and summary of a workflow", async () => {
    await mkdir(path.join(noHash.root, "out"));
    const summary = path.join(noHash.root, "out", "summary.md");
    await writeFile(summary, "");
    const formats = { json: "json", markdown: "md" };
    const option = Object.entries(formats).map(([format, end]) => `${format}=out/report.${end}`);
    const args = ["--min-match", "exact_match", "--report", option.join(",")];
    const workflow = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: noHash.root, GITHUB_STEP_SUMMARY: summary };
    // A second run replaces the reports of the first one.
    for (const _ of ["first", "second"]) {
      const run = await preflight(noHash, args, workflow);
      assert.equal(run.exitCode, 1, run.stderr);
      const annotations = run.stdout.split("\n").filter((line) => line.startsWith("::"));
      assert.isNotEmpty(annotations);
      assert.match(annotations[0] ?? "", /^::error file=contracts\/\w+\.sol,line=\d+,title=VC220 \w+::/);
    }
    const { summary: counted } = parsePreflightReport(await noHash.read("out/report.json"));
    assert.equal(counted.error, counted.total);
    const undated = (text: string): string =>
      text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-11-21T12:00:00.000Z");
    expectGolden("preflight/report.md", undated(withFixedBuild(await noHash.read("out/report.md"))));
    assert.include(await readFile(summary, "utf8"), "## Contract preflight");
  });
});
