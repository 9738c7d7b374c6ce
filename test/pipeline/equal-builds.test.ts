import { readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import type { CandidateSet } from "../../src/internal/builds/candidate-set.ts";
import { chooseBuild, type FittingBuild, getOnlyBuild } from "../../src/internal/builds/choose-build.ts";
import { readCandidates } from "../../src/internal/builds/read-candidates.ts";
import { type LinkedBuild, loadLinked } from "../../src/internal/pipeline/stages/choose-contract.ts";
import { loadBuild } from "../../src/internal/pipeline/stages/read-builds.ts";
import { type Folder, folderForEach, temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { type Compiled, codesOf, compile, libraryCode } from "../helpers/compile.ts";
import { checkOf, withBody } from "../helpers/cross-check/one-check.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const IGNITION = fileURLToPath(new URL("../fixtures/build-files/ignition/", import.meta.url));
const DEPLOYMENT = "ignition/deployments/chain-31337";

describe("pipeline - equal builds in several places", () => {
  it("should load the project's build if Ignition's artifacts have no build-info", async () => {
    await using folder = await temporaryFolder();
    await cp(IGNITION, `${folder.path}/deployed`, { recursive: true });
    await cp(`${IGNITION}${DEPLOYMENT}`, `${folder.path}/artifacts`, { recursive: true });
    await rm(`${folder.path}/deployed/${DEPLOYMENT}/build-info`, { recursive: true });
    const set = await readCandidates([`${folder.path}/deployed`, `${folder.path}/artifacts`], folder.path);
    for (const { name, runtimeBytecode, creationInput } of deployedContracts()) {
      const { candidate, compilation } = await loadBuild(set, find(set, runtimeBytecode, creationInput));
      assert.equal(`${candidate.inputSourceName}:${candidate.name}`, name);
      assert.isTrue(compilation.file.startsWith(`${folder.path}/artifacts/`), compilation.file);
    }
  });

  it("should name the artifact, and no missing path, if the compiler input is nowhere: VC202", async () => {
    await using folder = await temporaryFolder();
    await cp(IGNITION, folder.path, { recursive: true });
    await rm(`${folder.path}/${DEPLOYMENT}/build-info`, { recursive: true });
    const set = await readCandidates([`${folder.path}/ignition`], folder.path);
    const [vault] = deployedContracts().filter(({ name }) => name.endsWith(":Vault"));
    const found = find(set, vault?.runtimeBytecode ?? "", vault?.creationInput ?? "");
    const error = await thrownBy(() => loadBuild(set, found));
    assert.equal(error.code, "VC202");
    assert.equal(factOf(error, "File"), `${DEPLOYMENT}/artifacts/All#Vault.json`);
    assert.match(factOf(error, "Reason") ?? "", /the build-info solc-0_8_28-[0-9a-f]{40}\.json is missing/);
  });
});

const library = (body: string) =>
  `pragma solidity ^0.8.0; library Maths { function twice(uint256 a) external pure returns (uint256) { ${body} } }`;
const OLD = library("return 2 * a;");
const NEW = library("require(a < 100); return a + a;");
const LEDGER = `pragma solidity ^0.8.0; import "./Maths.sol";
contract Ledger { uint256 public sum; function add(uint256 a) external { sum += Maths.twice(a); } }`;
const MATHS = "project/contracts/Maths.sol:Maths";
const AT = "0x2212130cddc6736fb7d2f7a8295c92eeafc22297";

describe("pipeline - a library in several builds", () => {
  const folder = folderForEach();

  const build = (maths: string, settings = {}) =>
    compile({ "project/contracts/Maths.sol": maths, "project/contracts/Ledger.sol": LEDGER }, settings);
  const noHash = { metadata: { bytecodeHash: "none" } };

  it("should accept the artifact of another job that compiled the same sources with another compiler", async () => {
    const own = build(OLD);
    const job = compile({ "project/contracts/Maths.sol": OLD }, { optimizer: { enabled: false } });
    assert.notEqual(codeOf(job, "Maths").length, codeOf(own, "Maths").length);
    const place = await placeOf(folder, 0, own);
    await rm(`${place}/contracts/Maths.sol`, { recursive: true });
    const other = await placeOf(folder, 1, { ...job, compilerVersion: "0.8.9+commit.e5eed63a" });
    const set = await readCandidates([place, other], folder.path);
    const found = find(set, codeOf(own, "Ledger"), undefined);
    const ledger = { name: MATHS, address: AT, linkedBy: "runtime code" } as const;
    for (const [runtimeBytecode, status] of [
      [codeOf(job, "Maths"), "passed"],
      // In the output of the contract's own job, without an artifact.
      [codeOf(own, "Maths"), "passed"],
      [codeOf(build(NEW), "Maths"), "failed"],
    ] as const) {
      const linked = await linkedBuild(set, found, folder.path, runtimeBytecode);
      const compilations = await linked.findLibrary(ledger, runtimeBytecode);
      const libraries = [{ ...ledger, runtimeBytecode, ...compilations }];
      const check = checkOf("libraries", evidenceOf({ ...linked, libraries }));
      assert.equal(check.status, status);
      if (status === "failed") assert.notInclude(check.expected, "no code");
    }
  });

  it("should load the build whose library the contract calls if several builds have the contract's code", async () => {
    const builds = [build(OLD, noHash), build(NEW, noHash)] as const;
    assert.equal(codeOf(builds[0], "Ledger"), codeOf(builds[1], "Ledger"));
    const set = await readCandidates(
      [await placeOf(folder, 0, builds[0]), await placeOf(folder, 1, builds[1])],
      folder.path,
    );
    for (const deployed of builds) {
      const found = find(set, codeOf(deployed, "Ledger"), undefined);
      const linked = await linkedBuild(set, found, folder.path, codeOf(deployed, "Maths"));
      assert.deepEqual(linked.loaded.compilation.input.sources, deployed.input.sources);
      assert.equal(checkOf("libraries", evidenceOf(linked)).status, "passed");
    }
  });

  it("should read the library from the compiler output if its artifact belongs to a later build", async () => {
    const place = await placeOf(folder, 0, build(OLD));
    await rm(`${place}/contracts/Maths.sol`, { recursive: true });
    const later = await placeOf(folder, 1, compile({ "project/contracts/Maths.sol": NEW }));
    const set = await readCandidates([later, place], folder.path);
    const found = find(set, codeOf(build(OLD), "Ledger"), undefined);
    const status = async (code: string) =>
      checkOf("libraries", evidenceOf(await linkedBuild(set, found, folder.path, code))).status;
    assert.equal(await status(codeOf(build(OLD), "Maths")), "passed");
    assert.equal(await status(codeOf(build(NEW), "Maths")), "failed");
  });
});

async function placeOf(folder: Folder, index: number, compiled: Compiled): Promise<string> {
  await writeHardhat3(folder, `build-${index}`, compiled, { root: `place-${index}` });
  return `${folder.path}/place-${index}`;
}

function linkedBuild(set: CandidateSet, found: FittingBuild, root: string, code: string | undefined) {
  const codes = new Map(Object.values(found.runtime.libraries).map((address) => [address, code]));
  return loadLinked(set, found, codes, root);
}

/** A recorded verification of code linked with this library; its record names no library. */
function evidenceOf({ libraries }: LinkedBuild) {
  assert.isNotEmpty(libraries);
  const evidence = withBody("linked-library", (body) => {
    body.creationBytecode.transformationValues = null;
    body.runtimeBytecode.transformationValues = null;
  });
  return { ...evidence, libraries };
}

/** Runtime code as it is on chain: linked, and with the library's own address. */
function codeOf(compiled: Compiled, name: "Ledger" | "Maths"): string {
  const path = `project/contracts/${name}.sol`;
  return name === "Ledger"
    ? codesOf(compiled, path, name, AT).runtime
    : libraryCode(compiled, path, name, AT);
}

function find(set: CandidateSet, runtime: string, creation: string | null | undefined): FittingBuild {
  const choice = chooseBuild(runtime, creation ?? undefined, set.candidates);
  return getOnlyBuild(choice) ?? assert.fail(`${choice.length} contracts fit`);
}

interface Deployed {
  readonly name: string;
  readonly runtimeBytecode: string;
  readonly creationInput: string | null;
}

function deployedContracts(): readonly Deployed[] {
  const facts = JSON.parse(readFileSync(`${IGNITION}facts.json`, "utf8")) as {
    contracts: readonly Deployed[];
  };
  return facts.contracts.filter(({ creationInput }) => creationInput !== null);
}
