import { assert } from "chai";
import type { ProgressEvent } from "../../src/internal/report/progress.ts";
import { type Compiled, compile } from "../helpers/compile.ts";
import { COUNTER, withComment } from "../helpers/contracts.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { matchedJob, NOT_VERIFIED, stored } from "../helpers/pipeline/answers.ts";
import { deployedChain, PATH, project } from "../helpers/pipeline/deployed.ts";
import { type Run, runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { contractScreen } from "../helpers/problem-screen.ts";

const EXACT = { minMatch: "exact_match", requireCreation: false } as const;
const NO_HASH = { metadata: { bytecodeHash: "none" } };
const edited = (settings = {}) => compile({ [PATH]: withComment(COUNTER) }, settings);

/** The contract was deployed, and a comment was edited and compiled since. */
async function held(setting: Setting, settings = {}, builds = [edited(settings)]) {
  const events: ProgressEvent[] = [];
  const run: Run = await runPipeline({
    builds,
    chain: deployedChain(project(settings)),
    onProgress: (event) => events.push(event),
    ...setting,
    script: {
      record: [NOT_VERIFIED, stored("match", "match", edited(settings), project(settings))],
      job: [matchedJob("match")],
      ...setting.script,
    },
    ports: { compile: compileHere, ...setting.ports },
  });
  const warnings = events.filter(({ type }) => type === "not-as-deployed");
  return { ...run, warnings, sent: run.service.count("submit") };
}

/** As Hardhat 3 keeps it. */
function withoutMetadata(compiled: Compiled): Compiled {
  const { input } = compiled;
  return { ...compiled, input: { ...input, settings: { ...input.settings, outputSelection: {} } } };
}

const answering = (answer: boolean) => ({ confirm: () => Promise.resolve(answer) });

describe("pipeline - sources that differ from what was deployed", () => {
  it("should be submitted with a warning if there is no terminal for a question", async () => {
    const { report, exitCode, warnings, sent } = await held({});
    assert.deepEqual([report.outcome, exitCode, sent], ["verified", 0, 1]);
    assert.deepEqual(warnings, [{ type: "not-as-deployed", isAsked: false }]);
  });

  for (const [answer, outcome, code, sent] of [
    [true, "verified", undefined, 1],
    [false, "mismatch", "VC211", 0],
  ] as const)
    it(`should be submitted only if the user confirms: ${answer ? "yes" : "no"}`, async () => {
      const run = await held({ ports: answering(answer) });
      assert.deepEqual([run.report.outcome, run.report.error?.code, run.sent], [outcome, code, sent]);
      assert.deepEqual(run.warnings, [{ type: "not-as-deployed", isAsked: true }]);
    });

  it("should be refused with minMatch exact_match, even if the user would confirm", async () => {
    const { report, exitCode, sent } = await held({
      request: { requirement: EXACT },
      ports: answering(true),
    });
    assert.deepEqual([report.error?.code, exitCode, sent], ["VC211", 1, 0]);
  });

  it("should be the error if the stored match is exact, in a check and a dry run too", async () => {
    for (const options of [{ action: "check" }, { dryRun: true }] as const) {
      const request = { requirement: EXACT, ...options };
      const { report, sent } = await held({ script: { record: [stored()] }, request });
      assert.deepEqual([report.outcome, report.error?.code, sent], ["mismatch", "VC211", 0]);
    }
  });

  it("should be verified by the record if compiling its sources here gives the code on chain", async () => {
    const { report, exitCode, sent } = await held({ script: { record: [stored()] } });
    const { state, witnesses } = report.claims?.find(({ id }) => id === "sources") ?? {};
    assert.deepEqual([report.outcome, exitCode, sent], ["already-verified", 0, 0]);
    assert.deepEqual([state, witnesses], ["proven", ["chain", "record", "compiler"]]);
  });

  it("should not be called an exact match if only the record has one", async () => {
    const otherSettings = project({ libraries: { [PATH]: { Unused: `0x${"12".repeat(20)}` } } });
    const { report } = await held({ script: { record: [stored()] } }, {}, [otherSettings]);
    const screen = contractScreen(report);
    assert.match(screen, /^– Match \(not exact\)/);
    assert.match(screen, /^ {2}On record +exact match of creation and runtime code$/m);
    assert.notMatch(screen, /^ {2}Match /m);
  });

  for (const [hasCompiler, warned] of [
    [true, 1],
    [false, 0],
  ] as const)
    it(`should be detected only with a compiler if the build has no metadata: ${hasCompiler ? "with" : "without"} one`, async () => {
      const ports = { compile: hasCompiler ? compileHere : undefined };
      const { warnings, sent } = await held({ ports }, {}, [withoutMetadata(edited())]);
      assert.deepEqual([warnings.length, sent], [warned, 1]);
    });
});

describe("pipeline - sources that are submitted without a question", () => {
  for (const [what, [setting, settings, builds]] of Object.entries({
    "code without a metadata hash": [{ ports: answering(false) }, NO_HASH, undefined],
    "sources of another build that were deployed": [{ ports: answering(false) }, {}, [edited(), project()]],
    "sources with other line endings, which the service restores": [
      { ports: answering(false) },
      {},
      [compile({ [PATH]: COUNTER.replaceAll("\n", "\r\n") })],
    ],
  } as const))
    it(`should include ${what}`, async () => {
      const { warnings, sent } = await held(setting, settings, builds && [...builds]);
      assert.isEmpty(warnings);
      assert.isAtLeast(sent, 1);
    });
});
