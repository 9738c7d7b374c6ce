import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "chai";
import { type CliRun, verify } from "../helpers/cli.ts";
import { writeBrokenManifest } from "../helpers/deployments/mixed-manifest.ts";
import { DEPLOYMENT, resultsOf } from "../helpers/deployments/recorded-report.ts";
import { inOrder, type Stage, stageOf } from "../helpers/deployments/stage.ts";
import { expectGolden, expectRecording } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { recordingOf, screenOf } from "../helpers/screen.ts";
import { tooWide } from "../helpers/too-wide.ts";

const FORMATS = { json: "json", junit: "xml", markdown: "md", html: "html" } as const;

describe("deployments - the README's screen", () => {
  it("should show each contract when it is done, and all contracts at the end", async () => {
    await using stage = await stageOf("ignition");
    const colours = { FORCE_COLOR: "1", NO_COLOR: "" };
    const run = await verify(stage.project, ["deployments"], { ...inOrder(stage), env: colours });
    assert.equal(run.exitCode, 0);
    expectRecording("cli/deployments", recordingOf(run, stage.project, stage.world), (text) =>
      stable(text, stage),
    );
  });
});

describe("deployments - every format of a run with some wrong contracts", () => {
  const stage = heldFor(() => stageOf("ignition"));
  let run: CliRun;
  before(async () => {
    const manifest = await writeBrokenManifest(stage);
    await mkdir(join(stage.project.root, "out"));
    const reports = Object.entries(FORMATS).map(([format, extension]) => `${format}=out/all.${extension}`);
    run = await verify(
      stage.project,
      ["deployments", manifest, "--report", reports.join(",")],
      inOrder(stage),
    );
  });
  it("should exit with 1 and show a line per contract, the table, and each failure's next step", () => {
    assert.equal(run.exitCode, 1, run.stderr);
    assert.equal(run.stderr, "");
    expectGolden("deployments/screen.txt", stable(run.stdout, stage));
    const ended = /^[✔✖?–] \[/;
    const lines = run.stdout.split("\n").filter((line) => !ended.test(line));
    assert.isEmpty(tooWide(lines.join("\n"), 80));
  });

  it("should contain in JSON the results that are recorded for other tests", async () => {
    assert.deepEqual(resultsOf(parseReport(await stage.project.read("out/all.json"))), resultsOf(DEPLOYMENT));
  });
});

function stable(text: string, { project, world }: Stage): string {
  const run: CliRun = { exitCode: null, stdout: text, stderr: "" };
  return screenOf(run, project, world)
    .replace(/(?<![\d.])\d+(?:\.\d+)? (?:ms|s|min)\b(?: \d+ s\b)?/g, "1.4 s")
    .replace(/\b20\d\d-\d\d-\d\d([T ])\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, "2026-11-21$112:00:00");
}
