import { assert } from "chai";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import { NO_SERVICES } from "../../src/internal/report/outcome.ts";
import { HostBreaker } from "../../src/internal/services/http/hosts.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { expectGolden } from "../helpers/golden.ts";
import { matchedJob, NOT_VERIFIED, stored } from "../helpers/pipeline/answers.ts";
import { project } from "../helpers/pipeline/deployed.ts";
import { namedBuilds, runPipeline } from "../helpers/pipeline/world.ts";
import { contractScreen } from "../helpers/problem-screen.ts";
import { neverAnswers, reset, serve } from "../helpers/services/fault-server.ts";
import { QUICK } from "../helpers/services/quick.ts";

const request = { dryRun: true } as const;

const SERVICE = "http://127.0.0.1:5555";

function runWith(folder: string, ports: Partial<Ports> = {}) {
  const script = { record: [NOT_VERIFIED] };
  return runPipeline({ script, request: { ...request, buildSource: namedBuilds(folder) }, ports });
}

describe("pipeline - a dry run", () => {
  it("should succeed without a service, and report what is stored as unknown", async () => {
    const { report, exitCode, service } = await runPipeline({ script: { record: [reset] }, request });
    assert.equal(exitCode, 0, JSON.stringify(report.error));
    assert.deepEqual([report.outcome, service.count("submit")], ["dry-run", 0]);
    assert.equal(report.expectedMatch?.runtime, "exact_match");
    expectGolden(
      "outcomes/dry-run-without-a-service.txt",
      contractScreen(report, { ...NO_SERVICES, verification: SERVICE }),
    );
  });

  it("should plan a submission only if a real run would send one", async () => {
    for (const [match, options, sent] of [
      ["exact_match", {}, false],
      ["exact_match", { force: true }, true],
      ["match", {}, true],
    ] as const) {
      const script = { record: [stored(match)], job: [matchedJob(match)] };
      const dry = await runPipeline({ script, request: { ...request, ...options } });
      const real = await runPipeline({ script, request: options });
      assert.deepEqual([dry.report.outcome, dry.exitCode], ["dry-run", 0], JSON.stringify(dry.report.error));
      assert.deepEqual([dry.report.submitted.length > 0, real.service.count("submit") > 0], [sent, sent]);
      if (!sent) expectGolden("outcomes/dry-run-with-an-exact-record.txt", contractScreen(dry.report));
    }
  });

  it("should succeed without a configured service, and name the setting for one", async () => {
    const { report, exitCode } = await runPipeline({ request, ports: { verification: undefined } });
    assert.equal(exitCode, 0, JSON.stringify(report.error));
    assert.deepEqual([report.outcome, report.expectedMatch?.runtime], ["dry-run", "exact_match"]);
    expectGolden("outcomes/dry-run-and-no-service-configured.txt", contractScreen(report));
  });

  it("should still end when it is stopped", async () => {
    const ports = { signal: AbortSignal.timeout(100) };
    const { report, exitCode } = await runPipeline({ script: { record: [neverAnswers] }, request, ports });
    assert.equal(exitCode, 3);
    assert.isUndefined(report.storedUnknown);
  });

  it("should wait ten seconds for a silent service, once for all contracts", async () => {
    await using server = await serve(neverAnswers);
    const verification = new VerificationService({ url: server.url, breaker: new HostBreaker(), ...QUICK });
    const first = await runPipeline({ request, ports: { verification } });
    assert.equal(first.report.storedUnknown, `the request to ${server.url} failed: no answer within 10 s`);
    const asked = server.requests.length;
    const second = await runPipeline({ request, ports: { verification } });
    assert.match(second.report.storedUnknown ?? "", /no response arrived in time/);
    assert.lengthOf(server.requests, asked);
  });

  it("should expect no certain match if the build's sources differ from the metadata's", async () => {
    await using folder = await temporaryFolder();
    const { input, output } = project();
    const sources = Object.fromEntries(
      Object.entries(input.sources).map(([path, { content }]) => [
        path,
        { content: `// changed\n${content}` },
      ]),
    );
    await writeHardhat3(folder, "build", { input: { ...input, sources }, output });
    const { report } = await runWith(`${folder.path}/artifacts`);
    assert.deepInclude(report.expectedMatch, { runtime: "unknown", creation: "unknown" });
  });

  it("should expect an exact match of a build without metadata only if a compiler confirms it", async () => {
    await using folder = await temporaryFolder();
    await writeHardhat3(folder, "build", project(), { output: false });
    for (const [compile, expected, reasons] of [
      [undefined, "unknown", 1],
      [compileHere, "exact_match", 0],
    ] as const) {
      const { report } = await runWith(`${folder.path}/artifacts`, { compile });
      assert.equal(report.expectedMatch?.runtime, expected);
      assert.lengthOf(report.expectedMatch?.reasons ?? [], reasons);
    }
  });
});
