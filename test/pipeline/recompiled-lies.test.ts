import { assert } from "chai";
import { id } from "ethers/hash";
import type { Match } from "../../src/internal/domain/record.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { type Compiled, codesOf, compile, contractOf } from "../helpers/compile.ts";
import { COUNTER, withComment } from "../helpers/contracts.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import {
  ADDRESS,
  CHAIN_ID,
  PATH as COUNTER_PATH,
  checkWithoutBuild,
  project,
  record,
  recordOf,
  runPipeline,
  stateIn,
} from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";

const PATH = "contracts/Vault.sol";
const HEAD = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n";
const VAULT = `${HEAD}import "lib/Base.sol";\ncontract Vault is Base {}\n`;
const HARMLESS = `${HEAD}contract Base { uint256 public total; }\n`;

const harmless = compile({ [PATH]: VAULT, "lib/Base.sol": HARMLESS });

/** The same contract, compiled with another source in the harmless one's place. */
function instead(base: string, settings: Readonly<Record<string, unknown>>): Compiled {
  const remappings = ["lib/=evil/"];
  const sources = { [PATH]: VAULT, "lib/Base.sol": HARMLESS, "evil/Base.sol": base };
  return compile(sources, { ...settings, remappings });
}

function drains(): Compiled {
  const base = `${HEAD}contract Base { function drain() external { payable(msg.sender).transfer(1); } }\n`;
  return instead(base, {});
}

function lyingRecord(evil: Compiled, match: Match): Readonly<Record<string, unknown>> {
  const code = codesOf(evil, PATH, "Vault");
  const side = (bytecode: string) => ({
    onchainBytecode: bytecode,
    recompiledBytecode: bytecode,
    transformations: [],
    transformationValues: {},
  });
  const sides = { creation: null, runtime: match };
  return {
    ...recordOf(harmless, PATH, "Vault", { ...code, transactionHash: null }, sides),
    runtimeBytecode: side(code.runtime),
    creationBytecode: side(code.creation),
    stdJsonInput: evil.input,
  };
}

function check(
  evil: Compiled,
  match: Match,
  required: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
) {
  const { runtime } = codesOf(evil, PATH, "Vault");
  const chain = new FakeChain(CHAIN_ID).deploy(ADDRESS, runtime, 5).growTo(9);
  return checkWithoutBuild({
    chain,
    script: { record: [json(200, { ...lyingRecord(evil, match), ...more })] },
    request: { recompile: true, required },
    ports: { compile: compileHere },
  });
}

describe("pipeline - an input with sources that the record's metadata doesn't list", () => {
  for (const [what, metadata, state] of [
    ["omits its metadata", null, "refuted"],
    ["has metadata that no compiler writes", { language: "Solidity", sources: {} }, "open"],
    ["declares its metadata as Vyper's", { ...metadataOfHarmless(), language: "Vyper" }, "open"],
  ] as const)
    it(`should not be believed if the record ${what}`, async () => {
      const { report, exitCode } = await check(drains(), "match", [], { metadata });
      assert.deepEqual([stateIn(report, "runtime-code"), exitCode], [state, 1]);
    });
});

function metadataOfHarmless(): Readonly<Record<string, unknown>> {
  return JSON.parse(contractOf(harmless, PATH, "Vault").metadata);
}

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

  it("should not be proven if it can't be compiled here", async () => {
    const { report, exitCode } = await run(naming(FALSE), { compile: undefined });
    assert.deepEqual([report.outcome, exitCode], ["not-proven", 1]);
    assert.deepEqual(sourcesIn(report), ["open", []]);
  });
});
