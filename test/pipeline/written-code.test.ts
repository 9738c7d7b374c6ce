import { assert } from "chai";
import { getCreateAddress } from "ethers/address";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { COMPILER_VERSION, codesOf } from "../helpers/compile.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { DEPLOYER, FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { matchedJob, NOT_VERIFIED, recordOf } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CHAIN_ID } from "../helpers/pipeline/deployed.ts";
import { runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";
import { DIRECTORY_PATH, directories, directoryCode } from "../helpers/written-code.ts";

const word = (value: bigint): string => value.toString(16).padStart(64, "0");

const compiledCodes = (name: string) => codesOf(directories(), DIRECTORY_PATH, name);
const initCodeOf = (name: string, args = ""): string => `${compiledCodes(name).creation}${args}`;

function run(name: string, initCode: string, runtime: string, more: Partial<Setting> = {}) {
  const offset = initCodeOf(name).length / 2 - 1;
  const encoded = initCode.slice(initCodeOf(name).length);
  const deployed = { runtime, creation: initCode };
  const sides = { creation: "match", runtime: null } as const;
  const body = recordOf(directories(), DIRECTORY_PATH, name, deployed, sides);
  const filledIn = {
    transformations: [{ type: "insert", reason: "constructorArguments", offset }],
    transformationValues: { constructorArguments: `0x${encoded}` },
  };
  const creationBytecode = { ...(body.creationBytecode as object), ...(encoded === "" ? {} : filledIn) };
  const record = { ...body, creationBytecode };
  return runPipeline({
    chain: new FakeChain(CHAIN_ID).create(ADDRESS, runtime, initCode).growTo(9),
    builds: [directories()],
    script: { record: [NOT_VERIFIED, json(200, record)], job: [matchedJob(null, "match")] },
    ...more,
  });
}

const stateOf = ({ claims = [] }: ContractReport, id: string) => claims.find((claim) => claim.id === id);

describe("pipeline - a constructor that writes the runtime code", () => {
  const initCode = initCodeOf("Directory", word(3n));

  it("should match by creation code, be submitted, and be proven by executing it here", async () => {
    const { report, exitCode, service } = await run("Directory", initCode, directoryCode(3));
    assert.deepEqual([report.contract?.name, service.count("submit")], ["Directory", 1]);
    assert.deepEqual(
      [report.outcome, exitCode],
      ["verified", 0],
      JSON.stringify([report.claims, report.error]),
    );
    assert.deepInclude(stateOf(report, "runtime-code"), {
      state: "proven",
      reason: "written by the constructor, which was executed on this machine",
    });
    // No metadata hash is on chain, so the sources have no more than the service and the build.
    assert.deepEqual([report.verdict, stateOf(report, "interface")?.state], ["match", "open"]);
    assert.equal(stateOf(report, "creation-code")?.state, "proven");
    assert.deepEqual([report.match?.creationMatch, report.match?.runtimeMatch], ["match", null]);
    assert.deepEqual(report.expectedMatch?.runtime, "none");
    assert.isEmpty(report.explanations);
  });

  for (const [what, code, outcome, exitCode] of [
    ["data", "fe5ff3", "verified", 0],
    ["code", "5f5ff3", "not-proven", 1],
  ] as const)
    it(`should be ${outcome} if the arguments contain the ${what} on chain`, async () => {
      const argument = code.padEnd(64, "0");
      const chosen = initCodeOf("Chosen", argument);
      const { report, exitCode: exited } = await run("Chosen", chosen, `0x${argument}`);
      assert.deepEqual([report.outcome, exited], [outcome, exitCode], JSON.stringify(report.claims));
      assert.equal(stateOf(report, "runtime-code")?.state, what === "data" ? "proven" : "open");
    });

  for (const [outcome, exitCode, runtime] of [
    ["verified", 0, directoryCode(3)],
    ["not-proven", 1, directoryCode(2)],
  ] as const)
    it(`should be ${outcome} by a given input that is compiled and executed here`, async () => {
      await using folder = await temporaryFolder();
      const file = await folder.write("input.json", directories().input);
      const { report, exitCode: exited } = await run("Directory", initCode, runtime, {
        builds: [],
        request: {
          buildSource: { kind: "standard-json-input", file, compilerVersion: COMPILER_VERSION },
          contract: `${DIRECTORY_PATH}:Directory`,
        },
        ports: { compile: compileHere },
      });
      assert.deepEqual([report.outcome, exited], [outcome, exitCode], JSON.stringify(report.error));
      assert.isEmpty(report.checks.filter(({ status }) => status === "failed"));
    });

  for (const [what, name, code, runtime] of [
    ["depends on its creator", "Signed", initCodeOf("Signed"), `0xfe${"11".repeat(31)}`],
    ["copies another account's code", "Copied", initCodeOf("Copied", word(1n)), directoryCode(1)],
    ["returns other code when executed here", "Directory", initCode, directoryCode(2)],
  ] as const)
    it(`should be submitted but not proven if it ${what}, with both sides reported`, async () => {
      const { report, exitCode, service } = await run(name, code, runtime);
      assert.equal(service.count("submit"), 1);
      assert.deepEqual([report.outcome, exitCode, report.error?.code], ["not-proven", 1, "VC416"]);
      assert.deepEqual([report.contract?.name, stateOf(report, "runtime-code")?.state], [name, "open"]);
      assert.match(
        stateOf(report, "runtime-code")?.reason ?? "",
        /creation code equals the compiled code, but executing it on this machine did not reproduce the code on chain/,
      );
      assert.equal(stateOf(report, "creation-code")?.state, "proven");
      assert.isEmpty(report.explanations);
    });

  it("should not match a contract that may have been recreated since", async () => {
    const again = getCreateAddress({ from: ADDRESS, nonce: 1 });
    const chain = new FakeChain(CHAIN_ID)
      .deploy(again, directoryCode(3), 5)
      .mine(5, { hash: transactionHash(8), from: DEPLOYER, to: ADDRESS, nonce: 8, input: initCode })
      .growTo(9);
    const { report, service } = await run("Directory", initCode, directoryCode(3), { chain, target: again });
    assert.deepEqual([report.outcome, service.count("submit")], ["no-build", 0]);
  });

  it("should not match if it returns its compiled code", async () => {
    const other = `${compiledCodes("Signed").runtime.slice(0, -2)}00`;
    const { report, service } = await run("Directory", `${initCodeOf("Timed")}00`, other);
    assert.deepEqual([report.outcome, service.count("submit")], ["no-build", 0]);
  });

  it("should be explained as data, without opcodes, if no build has its creation code", async () => {
    const { report } = await run("Directory", `0x00${initCode.slice(2)}`, directoryCode(3));
    assert.equal(report.error?.code, "VC204");
    const said = JSON.stringify([report.error, report.explanations]);
    assert.match(said, /is data: no part of it can run/);
    assert.notMatch(said, /compiled for|EVM version/);
  });
});
