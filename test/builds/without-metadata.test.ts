import { assert } from "chai";
import { readCandidates } from "../../src/internal/builds/read-candidates.ts";
import { listWithoutMetadata } from "../../src/internal/builds/without-metadata.ts";
import { folderForEach, writeHardhat3 } from "../helpers/build-files.ts";
import { compile } from "../helpers/compile.ts";
import { NOT_VERIFIED } from "../helpers/pipeline/answers.ts";
import { codeOf, project } from "../helpers/pipeline/deployed.ts";
import { namedBuilds, runPipeline } from "../helpers/pipeline/world.ts";
import { thrownBy } from "../helpers/thrown.ts";

const OTHER = "pragma solidity ^0.8.0; contract Other { int x = 1; }";
const YUL = { abi: null, bytecode: { object: "0x6008" }, deployedBytecode: { object: "0x602a" } };

describe("builds - Foundry's contracts without metadata", () => {
  const folder = folderForEach();
  /** Runs the pipeline with a Hardhat project's build beside Foundry's artifacts. */
  const run = async () => {
    await writeHardhat3(folder, "build-0", compile({ "project/contracts/Other.sol": OTHER }));
    const buildSource = namedBuilds(`${folder.path}/artifacts`, `${folder.path}/out`);
    return runPipeline({ script: { record: [NOT_VERIFIED] }, request: { buildSource } });
  };

  it("should be listed, but neither interfaces nor contracts that a reader read", async () => {
    await folder.write("out/Y.yul/Y.json", YUL);
    await folder.write("out/I.vy/I.json", { ...YUL, bytecode: { object: "0x" } });
    await folder.write("out/A.sol/A.json", YUL);
    const locations = [`${folder.path}/out`, `${folder.path}/gone`];
    assert.deepEqual(listWithoutMetadata(locations, []), [{ name: "Y.yul:Y", runtimeBytecode: "0x602a" }]);
    assert.isEmpty(listWithoutMetadata(locations, [{ file: `${folder.path}/out/Y.yul/Y.json` }]));
  });

  it("should be listed beside the contracts that a run compares", async () => {
    await folder.write("out/Y.yul/Y.json", YUL);
    const { report } = await run();
    assert.deepInclude(report.error?.facts ?? [], { label: "No metadata", value: "Y.yul:Y" });
    assert.notInclude(report.error?.likely, "Y.yul:Y");
  });

  it("should be recognised by their code", async () => {
    const deployedBytecode = { object: codeOf(project()).runtime };
    await folder.write("out/Y.yul/Y.json", { ...YUL, deployedBytecode });
    const { report } = await run();
    assert.match(report.error?.likely ?? "", /^it is Y\.yul:Y, /);
    assert.include(report.error?.next, "--std-json-input");
  });

  it("should be the reason for VC201 if there is nothing else", async () => {
    await folder.write("out/Y.yul/Y.json", YUL);
    const { code, problem } = await thrownBy(() => readCandidates([`${folder.path}/out`], folder.path));
    assert.equal(code, "VC201");
    assert.deepInclude(problem.facts, { label: "No metadata", value: "Y.yul:Y" });
    assert.include(problem.next, "--std-json-input");
  });

  it("should be the reason for VC202 if only their build-info is read, because Foundry would write it again", async () => {
    const output = { contracts: { "Y.yul": { Y: { evm: YUL } } } };
    const input = { language: "Yul", sources: { "Y.yul": { content: "{}" } }, settings: {} };
    const head = { id: "1", _format: "ethers-rs-sol-build-info-1", solcLongVersion: "0.8.28" };
    const file = await folder.write("out/build-info/1.json", { ...head, input, output });
    const { code, problem } = await thrownBy(() => readCandidates([`${folder.path}/out`], folder.path));
    assert.equal(code, "VC202");
    assert.include(problem.next, "--std-json-input");
    assert.include(problem.next, file);
  });
});
