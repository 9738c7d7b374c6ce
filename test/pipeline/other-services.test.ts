import { assert } from "chai";
import { codesOf, compile, libraryCode } from "../helpers/compile.ts";
import { MATHS, USES_MATHS } from "../helpers/contracts.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { failedJob, matchedJob, NOT_VERIFIED, recordOf, stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS } from "../helpers/pipeline/deployed.ts";
import { factIn, type Run, runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { refused } from "../helpers/scripted-service.ts";
import { ENDED_JOB, NO_MATCH } from "../helpers/services/examples.ts";
import { type Behaviour, json } from "../helpers/services/fault-server.ts";

const PATH = "project/contracts/UsesMaths.sol";
const MATHS_PATH = "project/contracts/Maths.sol";
const LIBRARY = `0x${"1b".repeat(20)}`;
const EXACT_WANTED = { minMatch: "exact_match", requireCreation: false } as const;

const build = compile({ [MATHS_PATH]: MATHS, [PATH]: USES_MATHS });
const CODES = codesOf(build, PATH, "UsesMaths", LIBRARY);
const sentTo = ({ service }: Run) => service.submissions.map(({ body }) => JSON.parse(body).stdJsonInput);

function chain(): FakeChain {
  return new FakeChain(31337)
    .deploy(LIBRARY, libraryCode(build, MATHS_PATH, "Maths", LIBRARY), 4)
    .create(ADDRESS, CODES.runtime, CODES.creation)
    .growTo(9);
}

const PARTIAL = { creation: "match", runtime: "match" } as const;
const STORED = json(200, recordOf(build, PATH, "UsesMaths", CODES, PARTIAL));

/** The failure of Tempo's service, which decodes the placeholder as hex. */
const CANT_LINK = json(200, {
  ...ENDED_JOB,
  contract: { ...NO_MATCH, chainId: "31337", address: ADDRESS },
  error: { customCode: "internal_error", message: 'Invalid byte sequence ("__" in "608060405260")' },
});
const INVALID_SOURCE = failedJob("missing_or_invalid_source");

function verify(job: readonly Behaviour[], request: Setting["request"] = {}): Promise<Run> {
  return runPipeline({
    chain: chain(),
    builds: [build],
    script: { record: [NOT_VERIFIED, STORED], job },
    request,
  });
}

describe("pipeline - a service that doesn't link", () => {
  it("gets the libraries' addresses in a second submission if it upgrades matches later", async () => {
    const run = await verify([CANT_LINK, matchedJob("match")]);
    const [first, second, ...more] = sentTo(run);
    assert.isEmpty(more);
    assert.notProperty(first.settings, "libraries");
    assert.deepEqual(second.settings.libraries, { "project/contracts/Maths.sol": { Maths: LIBRARY } });
    assert.deepEqual(second.sources, first.sources);
    const { reasons = [], ...expected } = run.report.expectedMatch ?? assert.fail();
    assert.deepEqual(expected, { creation: "match", runtime: "match" });
    assert.match(reasons.join(), /doesn't link/);
    assert.notInclude(["mismatch", "rejected", "unavailable"], run.report.outcome);
  });

  for (const [what, job, request] of [
    ["if an exact match is required", CANT_LINK, { requirement: EXACT_WANTED }],
    ["if it keeps the first match forever", INVALID_SOURCE, {}],
  ] as const)
    it(`gets no second submission ${what}, and the error suggests the option that allows one`, async () => {
      const run = await verify([job], request);
      assert.lengthOf(sentTo(run), 1);
      assert.deepEqual([run.report.outcome, run.exitCode, run.report.error?.code], ["rejected", 1, "VC410"]);
      assert.match(run.report.error?.likely ?? "", /doesn't link/);
      assert.include(run.report.error?.next ?? "", "--min-match match");
    });

  it("gets the second submission in a dry run too, unless an exact match is required", async () => {
    const { report } = await verify([], { dryRun: true });
    const { settings, reason } = report.submitted.at(-1) ?? assert.fail();
    assert.deepEqual(settings?.libraries, { "project/contracts/Maths.sol": { Maths: LIBRARY } });
    assert.match(reason, /inexact/);
    const exact = await verify([], { dryRun: true, requirement: EXACT_WANTED });
    assert.isTrue(exact.report.submitted.every((each) => each.settings?.libraries === undefined));
  });
});

describe("pipeline - a service that keeps its stored match", () => {
  it("is asked once, and the error says so if the match isn't enough", async () => {
    const { report, exitCode, service } = await runPipeline({
      script: { record: [stored("match")], submit: [refused(409, "already_verified")] },
      request: { requirement: EXACT_WANTED },
    });
    assert.equal(service.count("submit"), 1);
    assert.deepEqual([report.outcome, exitCode, report.error?.code], ["mismatch", 1, "VC409"]);
    assert.match(factIn(report, "Because") ?? "", /keeps its stored match/);
    assert.include(report.error?.next ?? "", "--min-match match");
  });
});
