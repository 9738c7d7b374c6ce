import { assert } from "chai";
import { temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { compile } from "../helpers/compile.ts";
import { COUNTER } from "../helpers/contracts.ts";
import { transactionHash } from "../helpers/fake-chain.ts";
import {
  ACCEPTED,
  failedJob,
  matchedJob,
  NOT_VERIFIED,
  PENDING,
  stored,
} from "../helpers/pipeline/answers.ts";
import { codeOf, project } from "../helpers/pipeline/deployed.ts";
import { namedBuilds, type Run, runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { refused } from "../helpers/scripted-service.ts";
import type { Behaviour } from "../helpers/services/fault-server.ts";
import { thrownBy } from "../helpers/thrown.ts";

const sourcesOf = ({ service }: Run) =>
  service.submissions.map(({ body }) => Object.keys(JSON.parse(body).stdJsonInput.sources).length);

async function withJobs(...job: readonly Behaviour[]): Promise<Run> {
  return await runPipeline({ script: { record: [NOT_VERIFIED, stored()], job } });
}

/** The service's compilation of fewer sources. */
const OTHER_CODE = { recompiledRuntimeCode: codeOf(project({ optimizer: { enabled: false } })).runtime };
const LACKS_SOURCE =
  'ParserError: Source "project/contracts/Fixed.sol" not found: File not supplied initially.';

describe("pipeline - what is submitted, and when it is submitted again", () => {
  it("sends the imported sources, once, if they give the predicted match", async () => {
    const run = await withJobs(PENDING, matchedJob());
    assert.deepEqual(sourcesOf(run), [1]);
    assert.deepInclude(run.report.submitted[0], { sent: true, sources: "minimal" });
  });

  for (const [what, first] of [
    ["compile to other code at the service", failedJob("no_match", undefined, OTHER_CODE)],
    ["lack a source", failedJob("compiler_error", { compilerErrors: [LACKS_SOURCE] })],
    ["give a weaker match than predicted", matchedJob("match")],
  ] as const)
    it(`sends all sources next if the imported ones ${what}`, async () => {
      const run = await withJobs(first, matchedJob());
      assert.equal(run.report.outcome, "verified");
      assert.deepEqual(sourcesOf(run), [1, 2]);
      const found = run.report.submitted.map(({ sources }) => sources);
      assert.deepEqual(found, ["minimal", "full"]);
    });

  for (const [what, minMatch, before, outcome] of [
    ["the first match", "match", NOT_VERIFIED, "verified"],
    ["a better match", "match", stored("match", null), "verified"],
    ["a match that is too weak", "exact_match", NOT_VERIFIED, "rejected"],
  ] as const)
    it(`ends as ${outcome} if the service refuses everything after ${what}`, async () => {
      const run = await runPipeline({
        request: { requirement: { minMatch, requireCreation: false } },
        script: {
          record: [before, stored("match")],
          submit: [ACCEPTED, refused(413, "too_large")],
          job: [matchedJob("match")],
        },
      });
      assert.deepEqual([run.report.outcome, sourcesOf(run)], [outcome, [1, 2]]);
    });

  it("stops after a limited number of submissions, whatever the service answers", async () => {
    const codes = [
      "contract_not_deployed",
      "internal_error",
      "no_match",
      "cannot_fetch_bytecode",
      "no_match",
    ];
    const run = await withJobs(...codes.map((code) => failedJob(code)), failedJob("cannot_fetch_bytecode"));
    assert.isAtMost(run.service.count("submit"), 6);
    assert.notEqual(run.report.outcome, "verified");
  });

  it("submits anyway if someone else's job gave a weaker match than predicted", async () => {
    const duplicate = refused(429, "duplicate_verification_request");
    const run = await runPipeline({
      script: {
        record: [NOT_VERIFIED, stored("match"), stored()],
        submit: [duplicate, ACCEPTED],
        job: [matchedJob()],
      },
    });
    assert.equal(run.report.outcome, "verified");
    assert.deepEqual(run.service.kinds, ["record", "submit", "record", "submit", "job", "record"]);
  });
});

describe("pipeline - wrong use fails before anything is sent", () => {
  const script = { record: [NOT_VERIFIED] };
  for (const [what, code, setting] of [
    [
      "an unknown creation transaction",
      "VC303",
      { request: { creationTransactionHash: transactionHash(99) } },
    ],
    ["a contract without a build", "VC110", { request: { contract: "Conuter" } }],
    ["a folder without builds", "VC201", { request: { buildSource: namedBuilds("/nowhere/at/all") } }],
    ["a contract id without a query service", "VC104", { target: "0.0.5001" }],
  ] as const satisfies readonly (readonly [string, string, Setting])[])
    it(`${what}: ${code}`, async () => {
      const kinds: string[] = [];
      const error = await thrownBy(() =>
        runPipeline({ ...setting, script, onProgress: ({ type }) => kinds.push(type) }),
      );
      assert.equal(error.code, code);
      assert.notInclude(kinds, "submitting");
    });

  it("should ask for Hedera's network if a contract id is given on another chain", async () => {
    const elsewhere = await thrownBy(() => runPipeline({ script, target: "0.0.5001" }));
    assert.match(elsewhere.problem.next ?? "", /, or choose the Hedera network/);
    assert.include(elsewhere.problem.likely, "Hedera id");
    const hedera = await thrownBy(() =>
      runPipeline({ script, target: "0.0.5001", ports: { chainId: 296, query: undefined } }),
    );
    assert.include(hedera.problem.next, "verifyContract.query");
  });

  it("an unresolved import, if only imported sources may be sent: VC205", async () => {
    await using folder = await temporaryFolder();
    const compiled = compile({ "project/contracts/Counter.sol": COUNTER });
    const content = `import "./gone.sol";\n${COUNTER}`;
    const sources = { "project/contracts/Counter.sol": { content } };
    await writeHardhat3(folder, "build-0", { ...compiled, input: { ...compiled.input, sources } });
    const request = { sources: "minimal", buildSource: namedBuilds(`${folder.path}/artifacts`) } as const;
    assert.equal((await thrownBy(() => runPipeline({ script, request }))).code, "VC205");
  });
});

describe("pipeline - a failed job, explained by the codes that the service compared", () => {
  const run = (codes: Record<string, string>) =>
    runPipeline({
      request: { sources: "full" },
      script: { record: [NOT_VERIFIED], job: [failedJob("no_match", undefined, codes)] },
    });

  it("should show how the local code differs from what the service compiled", async () => {
    const { report } = await run(OTHER_CODE);
    assert.equal(report.error?.code, "VC404");
    assert.isNotEmpty(report.explanations);
    assert.match(report.error?.likely ?? "", /compiled the input to code that differs/);
  });

  it("should say that the service sees different code on chain", async () => {
    const { report } = await run({
      onchainRuntimeCode: "0x6001",
      recompiledRuntimeCode: codeOf(project()).runtime,
    });
    assert.match(report.error?.likely ?? "", /lags behind, or is on another network/);
    assert.isEmpty(report.explanations);
  });
});
