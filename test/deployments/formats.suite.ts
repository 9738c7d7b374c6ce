import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { type CliRun, verify } from "../helpers/cli.ts";
import { writeBrokenManifest } from "../helpers/deployments/mixed-manifest.ts";
import { DEPLOYMENT, resultsOf } from "../helpers/deployments/recorded-report.ts";
import { inOrder, type Stage, stageOf } from "../helpers/deployments/stage.ts";
import { expectGolden, expectRecording } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import type { Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { recordingOf, screenOf } from "../helpers/screen.ts";
import { tooWide } from "../helpers/too-wide.ts";

const FORMATS = { json: "json", junit: "xml", markdown: "md", html: "html" } as const;
const SOURCES = fileURLToPath(new URL("../build-fixtures/sources/contracts", import.meta.url));

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
    await copyContracts(stage.project);
    await mkdir(join(stage.project.root, "out"));
    const reports = Object.entries(FORMATS).map(([format, extension]) => `${format}=out/all.${extension}`);
    run = await verify(stage.project, ["deployments", manifest, "--report", reports.join(",")], {
      ...inOrder(stage),
      env: {
        GITHUB_ACTIONS: "true",
        GITHUB_WORKSPACE: stage.project.root,
        GITHUB_STEP_SUMMARY: join(stage.project.root, "out/summary.md"),
      },
    });
  });
  const written = (file: string): Promise<string> => readFile(join(stage.project.root, "out", file), "utf8");

  it("should exit with 1 and show a line per contract, the table, and each failure's next step", () => {
    assert.equal(run.exitCode, 1, run.stderr);
    assert.equal(run.stderr, "");
    const [screen] = parts(run.stdout);
    expectGolden("deployments/screen.txt", stable(screen, stage));
    const ended = /^[✔✖?–] \[/;
    const lines = screen.split("\n").filter((line) => !ended.test(line));
    assert.isEmpty(tooWide(lines.join("\n"), 80));
  });

  it("should annotate the contracts' lines for GitHub, and write the job summary", async () => {
    const [, annotations] = parts(run.stdout);
    expectGolden("deployments/annotations.txt", stable(annotations, stage));
    const vault = await stage.project.read("contracts/Vault.sol");
    const line = vault.split("\n").findIndex((text) => text.startsWith("contract Vault")) + 1;
    assert.match(
      annotations,
      new RegExp(`^::error file=contracts/Vault\\.sol,line=${line},title=VC412 wrong vault`, "m"),
    );
    assert.equal(await written("summary.md"), await written("all.md"));
  });

  it("should contain in JSON the results that are recorded for other tests", async () => {
    assert.deepEqual(resultsOf(parseReport(await written("all.json"))), resultsOf(DEPLOYMENT));
  });
});

/** The text for people, and the GitHub runner's commands after it. */
function parts(stdout: string): readonly [screen: string, annotations: string] {
  const at = stdout.indexOf("\n::") + 1;
  return [stdout.slice(0, at), stdout.slice(at)];
}

async function copyContracts({ root }: Project): Promise<void> {
  await cp(SOURCES, join(root, "contracts"), { recursive: true });
}

function stable(text: string, { project, world }: Stage): string {
  const run: CliRun = { exitCode: null, stdout: text, stderr: "" };
  return (
    screenOf(run, project, world)
      // Markdown splits a URL so that it doesn't become a link.
      .replaceAll(new URL(world.verification.url).host, "127.0.0.1:5555")
      .replaceAll(new URL(world.query.url).host, "127.0.0.1:5551")
      .replace(/(?<![\d.])\d+(?:\.\d+)? (?:ms|s|min)\b(?: \d+ s\b)?/g, "1.4 s")
      .replace(/\b20\d\d-\d\d-\d\d([T ])\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, "2026-11-21$112:00:00")
      .replace(/("\w+Ms": )\d+/g, "$11400")
      .replace(/ time="[\d.]+"/g, ' time="1.400"')
      .replace(/\b1[6-9]\d{8}(?:\.\d{9})?\b/g, "1795262400")
  );
}
