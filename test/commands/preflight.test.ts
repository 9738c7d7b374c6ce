import { rm } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import type { Host } from "../../src/internal/commands/host.ts";
import { runPreflight } from "../../src/internal/commands/preflight.ts";
import { createCliHost } from "../../src/internal/hosts/cli/host.ts";
import type { PreflightReport } from "../../src/report.ts";
import { lock, type PreflightEvent, preflight } from "../../src/verify.ts";
import { temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { fakeHre } from "../helpers/commands/fake-hre.ts";
import { compile } from "../helpers/compile.ts";
import { heldFor } from "../helpers/held-for.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const namesIn = ({ contracts }: PreflightReport) => contracts.map(({ contract }) => contract.name);

const SOURCE = "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\n";

describe("commands - preflight", () => {
  const folder = heldFor(() => temporaryFolder());
  let host: Host;

  before(async () => {
    await folder.write("hardhat.config.ts", "");
    const compiled = compile({
      "project/contracts/Box.sol": `${SOURCE}contract Box { uint256 public value; }`,
      "project/contracts/IBox.sol": `${SOURCE}interface IBox { function value() external; }`,
      "project/contracts/test/BoxTest.sol": `${SOURCE}contract BoxTest { uint256 public test; }`,
      "npm/@a/b@1.0.0/Thing.sol": `${SOURCE}contract Thing { uint256 public thing; }`,
    });
    await writeHardhat3(folder, "build", compiled);
    host = await createCliHost({ root: folder.path });
  });

  const run = (args: object = {}, signal = new AbortController().signal) =>
    runPreflight({ ...args, signal }, host);

  it("should check the project's own contracts with code, and count the others", async () => {
    const { contracts, leftOut, exitCode } = await run();
    assert.equal(contracts[0]?.contract.fullyQualifiedName, "contracts/Box.sol:Box");
    assert.lengthOf(contracts, 1);
    assert.deepEqual(leftOut, { tests: 1, scripts: 0, dependencies: 1, withoutMetadata: 0 });
    assert.equal(exitCode, 0);
  });

  it("should count Foundry's contracts without metadata as left out", async () => {
    await folder.write("artifacts/Y.yul/Y.json", { abi: null, bytecode: { object: "0x6008" } });
    assert.equal((await run()).leftOut.withoutMetadata, 1);
    await rm(path.join(folder.path, "artifacts/Y.yul"), { recursive: true });
  });

  it("should check each named contract once, whatever its folder", async () => {
    const report = await run({ contracts: ["BoxTest", "contracts/Box.sol:Box", "Box"] });
    assert.deepEqual(namesIn(report), ["Box", "BoxTest"]);
  });

  it("should suggest leaving out a named folder without builds, because compiling wouldn't fill it", async () => {
    const empty = path.dirname(await folder.write("none/a", ""));
    const { problem } = await thrownBy(() => run({ buildInfo: empty }), "VC201");
    assert.equal(problem.next, "leave out --build-info");
  });

  it("should end with exit code 3 if it was stopped", async () => {
    const { exitCode, error } = await run({}, AbortSignal.abort());
    assert.deepEqual([exitCode, error?.code], [3, "VC235"]);
  });

  it("should refuse a build without deployable contracts, and count what it left out", async () => {
    await using other = await temporaryFolder();
    await other.write("hardhat.config.ts", "");
    const only = compile({ "project/test/Only.sol": `${SOURCE}contract Only { uint256 x; }` });
    await writeHardhat3(other, "build", only);
    const others = await createCliHost({ root: other.path });
    const error = await thrownBy(() => runPreflight({}, others), "VC233");
    assert.equal(factOf(error, "Left out"), "1 contract from tests");
  });
});

describe("preflight - for programs", () => {
  it("should return the report that the command prints, and use a program's own option names", async () => {
    await using folder = await temporaryFolder();
    const source = `${SOURCE}contract Box { uint256 public value; }\ncontract Bag { uint256 public weight; }`;
    await writeHardhat3(folder, "artifacts", compile({ "project/contracts/Box.sol": source }));
    const events: PreflightEvent[] = [];
    const onProgress = (event: PreflightEvent) => events.push(event);
    const request = { contracts: ["Box"], minMatch: "exact_match", onProgress } as const;
    const report = await preflight(request, fakeHre(folder.path, {}));
    assert.deepEqual([namesIn(report), report.exitCode, events[0]?.type], [["Box"], 0, "reading"]);
  });

  for (const [call, code, request] of [
    [preflight, "VC101", null],
    [preflight, "VC106", { minMatch: "exact" }],
    [lock, "VC106", { shard: "1/2" }],
  ] as const)
    it(`should refuse an invalid request before it sends one: ${call.name}, ${JSON.stringify(request)}`, async () => {
      const hre = fakeHre("/nowhere", { verification: { url: "http://127.0.0.1:9" } });
      await thrownBy(() => call(request as never, hre), code);
    });
});
