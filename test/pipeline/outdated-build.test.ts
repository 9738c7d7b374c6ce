import { assert } from "chai";
import { type Compiled, compile, flipByte, libraryCode } from "../helpers/compile.ts";
import { COUNTER } from "../helpers/contracts.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { DEPLOYER, FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { matchedJob, NOT_VERIFIED, record, stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CHAIN_ID, codeOf, deployedChain, PATH } from "../helpers/pipeline/deployed.ts";
import { runPipeline, type Setting, stateIn } from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";

/** The same runtime code, except for the metadata, with a constructor that writes this state. */
const startingAt = (count: number): Compiled =>
  compile({ [PATH]: COUNTER.replace("count;", `count = ${count};`) });

const DEPLOYED = startingAt(30);
const CHANGED = startingAt(25);
/** Of another length, so its template fits nothing else. */
const LONGER = startingAt(2 ** 40);

async function runWith(build: Compiled, { script, request = {}, ports, ...setting }: Setting = {}) {
  const run = await runPipeline({
    builds: [build],
    chain: deployedChain(DEPLOYED),
    ...setting,
    request,
    script: {
      record: [NOT_VERIFIED, stored("match", null, build, DEPLOYED)],
      job: [matchedJob("match", null)],
      ...script,
    },
    ports: { compile: compileHere, ...ports },
  });
  const { outcome, error } = run.report;
  const stateOf = (id: string) => stateIn(run.report, id);
  return { ...run, outcome, code: error?.code, stateOf, sent: run.service.count("submit") };
}

describe("pipeline - a build whose constructor was changed after the deployment", () => {
  for (const request of [{ force: true }, { dryRun: true }])
    it(`should not be submitted, whatever the options: ${JSON.stringify(request)}`, async () => {
      const { outcome, exitCode, code, sent } = await runWith(CHANGED, { request });
      assert.deepEqual([outcome, exitCode, code, sent], ["mismatch", 1, "VC211", 0]);
    });

  it("should not be blamed on the constructor if the metadata settings differ", async () => {
    const otherSettings = compile({ [PATH]: COUNTER }, { metadata: { bytecodeHash: "none" } });
    const { report, code, sent } = await runWith(DEPLOYED, { chain: deployedChain(otherSettings) });
    assert.deepEqual([code, sent], ["VC211", 0]);
    const [explanation] = report.explanations ?? [];
    assert.equal(explanation?.kind, "metadata-settings");
    assert.equal(report.error?.next, explanation?.next);
  });

  /** On this chain, a factory's child may have been destroyed and created again later. */
  function madeByFactory(): FakeChain {
    const { runtime, creation: initCode } = codeOf(DEPLOYED);
    const [hash, creator] = [transactionHash(9), `0x${"fa".repeat(20)}`];
    const chain = new FakeChain(CHAIN_ID).deploy(ADDRESS, runtime, 5).growTo(9);
    chain.mine(5, { hash, from: DEPLOYER, to: creator, nonce: 9, input: "0x09" });
    const child = { address: ADDRESS.toLowerCase(), initCode, creator, isCreate2: false };
    chain.traces = new Map([[hash, [child]]]);
    return chain;
  }

  it("should not be submitted if a factory created the contract, and prove nothing", async () => {
    const chain = madeByFactory();
    const { outcome, exitCode, code, sent } = await runWith(CHANGED, { chain });
    assert.deepEqual([outcome, exitCode, code, sent], ["mismatch", 1, "VC211", 0]);
    const body = { ...record("match", null, CHANGED, DEPLOYED), deployment: null, creationBytecode: null };
    const script = { record: [json(200, body)] };
    const checked = await runWith(CHANGED, { chain, script, request: { action: "check" } });
    assert.deepEqual(
      [checked.outcome, checked.exitCode, checked.stateOf("runtime-code")],
      ["not-proven", 1, "open"],
    );
  });

  it("should be submitted if the configuration accepts other creation code", async () => {
    const allowForeignCreation = new Set([ADDRESS.toLowerCase()]);
    const { exitCode, sent } = await runWith(CHANGED, { ports: { allowForeignCreation } });
    assert.deepEqual([exitCode, sent], [0, 1]);
  });

  for (const [build, action] of [
    [CHANGED, "verify"],
    [LONGER, "check"],
  ] as const)
    it(`should leave an exact record proven by its own sources: ${action}`, async () => {
      const { outcome, exitCode, stateOf, sent } = await runWith(build, {
        request: { action },
        script: { record: [stored("exact_match", "exact_match", DEPLOYED)] },
      });
      assert.deepEqual([outcome, exitCode, sent], ["already-verified", 0, 0]);
      for (const id of ["runtime-code", "creation-code", "sources", "record"])
        assert.equal(stateOf(id), "proven", id);
    });

  for (const build of [CHANGED, LONGER])
    it("should not refute an exact record that can't be compiled here", async () => {
      const { outcome, exitCode, stateOf } = await runWith(build, {
        request: { action: "check" },
        script: { record: [stored("exact_match", "exact_match", DEPLOYED)] },
        ports: { compile: undefined },
      });
      assert.deepEqual([outcome, exitCode], ["not-proven", 1]);
      assert.equal(stateOf("runtime-code"), "open");
      assert.notEqual(stateOf("record"), "refuted");
      assert.notEqual(stateOf("sources"), "refuted");
    });

  it("should prove nothing if the record has the same changed sources", async () => {
    const { outcome, exitCode, stateOf } = await runWith(CHANGED, {
      request: { action: "check" },
      script: { record: [stored("match", null, CHANGED, DEPLOYED)] },
    });
    assert.deepEqual([outcome, exitCode, stateOf("runtime-code")], ["not-proven", 1, "open"]);
  });
});

describe("pipeline - a build whose library was changed after the deployment", () => {
  const LIBRARY = `0x${"11".repeat(20)}`;
  const withLibrary = (body: string): Compiled =>
    compile(
      {
        [PATH]: `${COUNTER.replace("count +=", "count = Maths.scaled(count) +")}
library Maths { function scaled(uint256 a) external pure returns (uint256) { ${body} } }`,
      },
      { libraries: { [PATH]: { Maths: LIBRARY } } },
    );
  const deployed = withLibrary("return a * 2;");
  const chain = deployedChain(deployed).deploy(LIBRARY, libraryCode(deployed, PATH, "Maths", LIBRARY), 1);

  for (const [what, ports, outcome] of [
    ["leave an exact record proven, by its own sources", {}, "already-verified"],
    ["not refute an exact record that can't be compiled here", { compile: undefined }, "not-proven"],
  ] as const)
    it(`should ${what}`, async () => {
      const run = await runWith(withLibrary("return a * 3;"), {
        chain,
        request: { action: "check" },
        script: { record: [stored("exact_match", "exact_match", deployed)] },
        ports,
      });
      assert.equal(run.outcome, outcome);
      assert.equal(run.stateOf("libraries"), outcome === "not-proven" ? "open" : "proven");
    });
});

describe("pipeline - foreign init code that deployed the build's runtime code with other metadata", () => {
  it("should not be proven, because its state may let it jump into the metadata", async () => {
    const { runtime, creation } = codeOf(DEPLOYED);
    const foreign = flipByte(flipByte(creation, -20), 10);
    const chain = new FakeChain(CHAIN_ID).create(ADDRESS, flipByte(runtime, -20), foreign).growTo(9);
    for (const action of ["verify", "check"] as const) {
      const { exitCode, stateOf, sent } = await runWith(DEPLOYED, {
        chain,
        request: { action },
        script: { record: [stored("match", null, DEPLOYED, DEPLOYED)] },
      });
      assert.deepEqual([exitCode, sent], [1, 0]);
      assert.notEqual(stateOf("runtime-code"), "proven");
    }
  });
});
