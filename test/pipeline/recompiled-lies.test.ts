import { assert } from "chai";
import { id } from "ethers/hash";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { codesOf, compile, contractOf, hashInCode } from "../helpers/compile.ts";
import { COUNTER, withComment } from "../helpers/contracts.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { record, recordOf } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CHAIN_ID, PATH as COUNTER_PATH, codeOf, project } from "../helpers/pipeline/deployed.ts";
import { checkWithoutBuild, runPipeline, stateIn } from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";

const PATH = "contracts/Vault.sol";
const HEAD = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n";
const VAULT = `${HEAD}import "lib/Base.sol";\ncontract Vault is Base {}\n`;
const HARMLESS = `${HEAD}contract Base { uint256 public total; }\n`;

const harmless = compile({ [PATH]: VAULT, "lib/Base.sol": HARMLESS });
const HARMLESS_METADATA: object = JSON.parse(contractOf(harmless, PATH, "Vault").metadata);

/** The same contract, compiled with another source in the harmless one's place. */
const draining = `${HEAD}contract Base { function drain() external { payable(msg.sender).transfer(1); } }\n`;
const sources = { [PATH]: VAULT, "lib/Base.sol": HARMLESS, "evil/Base.sol": draining };
const evil = compile(sources, { remappings: ["lib/=evil/"] });
const code = codesOf(evil, PATH, "Vault");

function lyingRecord(): Readonly<Record<string, unknown>> {
  const side = (bytecode: string) => ({
    onchainBytecode: bytecode,
    recompiledBytecode: bytecode,
    transformations: [],
    transformationValues: {},
  });
  const sides = { creation: null, runtime: "match" } as const;
  return {
    ...recordOf(harmless, PATH, "Vault", { ...code, transactionHash: null }, sides),
    runtimeBytecode: side(code.runtime),
    creationBytecode: side(code.creation),
    stdJsonInput: evil.input,
  };
}

function check(metadata: unknown) {
  return checkWithoutBuild({
    chain: new FakeChain(CHAIN_ID).deploy(ADDRESS, code.runtime, 5).growTo(9),
    script: { record: [json(200, { ...lyingRecord(), metadata })] },
    request: { recompile: true },
    ports: { compile: compileHere },
  });
}

describe("pipeline - an input with sources that the record's metadata doesn't list", () => {
  for (const [what, metadata, state] of [
    ["omits its metadata", null, "refuted"],
    ["has metadata that no compiler writes", { language: "Solidity", sources: {} }, "open"],
    ["declares its metadata as Vyper's", { ...HARMLESS_METADATA, language: "Vyper" }, "open"],
  ] as const)
    it(`should not be believed if the record ${what}`, async () => {
      const { report, exitCode } = await check(metadata);
      assert.deepEqual([stateIn(report, "runtime-code"), exitCode], [state, 1]);
    });
});

describe("pipeline - a partial match with other sources than the build's", () => {
  const run = (body: object, ports = {}) =>
    runPipeline({
      script: { record: [json(200, body)] },
      request: { action: "check" },
      ports: { compile: compileHere, ...ports },
    });
  const others = compile({ [COUNTER_PATH]: withComment(COUNTER) });
  const honest = record("match", "match", others, project());
  /** The build's compiled code beside other sources. */
  const naming = (content: string) => ({
    ...record("match"),
    sources: { [COUNTER_PATH]: { content } },
    metadata: {
      ...(honest.metadata as object),
      sources: { [COUNTER_PATH]: { keccak256: id(content), urls: [] } },
    },
  });
  const FALSE = COUNTER.replace("count +=", "count -=");
  const sourcesIn = ({ claims = [] }: ContractReport) => {
    const { state, witnesses } = claims.find((claim) => claim.id === "sources") ?? {};
    return [state, witnesses];
  };

  it("should be compiled here", async () => {
    const { report, exitCode } = await run(honest);
    assert.equal(exitCode, 0);
    assert.deepEqual(sourcesIn(report), ["vouched", ["record", "compiler"]]);
  });

  for (const [what, source] of [
    ["have other code", FALSE],
    ["lack the contract", HARMLESS],
  ] as const)
    it(`should be refuted if its sources ${what}`, async () => {
      const { report, exitCode } = await run(naming(source));
      assert.deepEqual([report.outcome, exitCode, report.error?.code], ["check-failed", 1, "VC412"]);
    });

  it("should be refuted even if the code on chain contains the hash of their metadata", async () => {
    const body = {
      ...naming(FALSE),
      match: "exact_match",
      creationMatch: "exact_match",
      runtimeMatch: "exact_match",
    };
    const { runtime, creation } = codeOf(project());
    const plant = (text: string) => text.replaceAll(hashInCode(record().metadata), hashInCode(body.metadata));
    const chain = new FakeChain(CHAIN_ID).create(ADDRESS, plant(runtime), plant(creation)).growTo(9);
    const script = { record: [json(200, JSON.parse(plant(JSON.stringify(body))))] };
    const { report, exitCode } = await runPipeline({
      chain,
      script,
      request: { action: "check" },
      ports: { compile: compileHere },
    });
    assert.deepEqual(
      [report.outcome, exitCode, stateIn(report, "runtime-code")],
      ["check-failed", 1, "refuted"],
    );
  });

  it("should not be proven if it can't be compiled here", async () => {
    const { report, exitCode } = await run(naming(FALSE), { compile: undefined });
    assert.deepEqual([report.outcome, exitCode], ["not-proven", 1]);
    assert.deepEqual(sourcesIn(report), ["open", []]);
  });
});
