import { assert } from "chai";
import type { Host } from "../../src/internal/commands/host.ts";
import { runPreflight } from "../../src/internal/commands/preflight/run-preflight.ts";
import { cliHost } from "../../src/internal/hosts/cli/host.ts";
import { type TemporaryFolder, temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { compile } from "../helpers/compile.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const SOURCE = "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\n";
const LINE = { subcommand: "preflight", targets: [], options: [], globals: [] } as const;
const NO_OPTIONS = { contracts: [], compile: false, json: false, verbose: false };

describe("commands - preflight", () => {
  let folder: TemporaryFolder;
  let host: Host;

  before(async () => {
    folder = await temporaryFolder();
    await folder.write("hardhat.config.ts", "");
    const compiled = compile({
      "project/contracts/Box.sol": `${SOURCE}contract Box { uint256 public value; }`,
      "project/contracts/IBox.sol": `${SOURCE}interface IBox { function value() external; }`,
      "project/contracts/test/BoxTest.sol": `${SOURCE}contract BoxTest { uint256 public test; }`,
      "npm/@a/b@1.0.0/Thing.sol": `${SOURCE}contract Thing { uint256 public thing; }`,
    });
    await writeHardhat3(folder, "build", compiled);
    host = await cliHost({ root: folder.path }, []);
  });
  after(() => folder[Symbol.asyncDispose]());

  const run = (args: object = {}, signal = new AbortController().signal) =>
    runPreflight({ ...NO_OPTIONS, ...args }, host, LINE, signal, () => {});

  it("should look at the project's own contracts with code, and count the others", async () => {
    const { contracts, leftOut, exitCode } = await run();
    assert.deepEqual(
      contracts.map(({ contract }) => contract.fullyQualifiedName),
      ["contracts/Box.sol:Box"],
    );
    assert.deepEqual(leftOut, { tests: 1, scripts: 0, dependencies: 1 });
    assert.equal(exitCode, 0);
  });

  it("should look at those that are named, whatever they are for, each once", async () => {
    const { contracts } = await run({ contracts: ["BoxTest", "contracts/Box.sol:Box", "Box"] });
    assert.deepEqual(
      contracts.map(({ contract }) => contract.name),
      ["Box", "BoxTest"],
    );
  });

  it("should end with exit code 3 where it was stopped", async () => {
    const { exitCode, error } = await run({}, AbortSignal.abort());
    assert.deepEqual([exitCode, error?.code], [3, "VC235"]);
  });

  it("should refuse a build of which nothing would be deployed, and say what it left out", async () => {
    await using other = await temporaryFolder();
    await other.write("hardhat.config.ts", "");
    await writeHardhat3(
      other,
      "build",
      compile({ "project/test/Only.sol": `${SOURCE}contract Only { uint256 x; }` }),
    );
    const others = await cliHost({ root: other.path }, []);
    const error = await thrownBy(() =>
      runPreflight(NO_OPTIONS, others, LINE, new AbortController().signal, () => {}),
    );
    assert.equal(error.code, "VC233");
    assert.equal(factOf(error, "Left out"), "1 contract of tests");
  });
});
