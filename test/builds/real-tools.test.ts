import { cp, readdir, readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import type { CandidateSet } from "../../src/internal/builds/candidate-set.ts";
import { chooseBuild, type FittingBuild, getOnlyBuild } from "../../src/internal/builds/choose-build.ts";
import { readCandidates } from "../../src/internal/builds/read-candidates.ts";
import { findTrailingAuxdata } from "../../src/internal/bytecode/cbor-auxdata.ts";
import type { Build } from "../../src/internal/domain/build.ts";
import { decodeCode, encodeCode } from "../../src/internal/domain/code-template.ts";
import { withSources } from "../../src/internal/domain/compiler-input.ts";
import { importClosure } from "../../src/internal/solidity/import-closure.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { COMPILER_VERSION, compileInput, contractOf } from "../helpers/compile.ts";
import { type ChainFact, FIXTURES, factsOf } from "../helpers/deployments/fixtures.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const RECORDS_OWN_ONLY = /^(ignition|hardhat-deploy)/;

const SHIPPED_COMPILED = /^(solc_0\.8|@openzeppelin\/contracts)\//;

const TOOLS = {
  foundry: "Foundry's artifacts and build-info",
  "foundry/out/build-info": "Foundry's build-info alone",
  hardhat2: "Hardhat 2's artifacts",
  "hardhat2/artifacts/build-info": "Hardhat 2's build-info folder",
  ignition: "Ignition's deployment folder",
  "hardhat-deploy-v1": "hardhat-deploy 1's deployments",
  "hardhat-deploy-v2": "hardhat-deploy 2's deployments",
  "openzeppelin-upgrades/today": "OpenZeppelin Upgrades' precompiled contracts",
};

for (const [location, what] of Object.entries(TOOLS))
  describe(`build - ${what}`, () => {
    let set: CandidateSet;
    before(async () => {
      set = await readCandidates([FIXTURES + location], FIXTURES);
    });

    const [tool = ""] = (location === "" ? "ignition" : location).split("/");
    for (const deployed of deployedBy(tool))
      it(`should find the build of ${deployed.name}, with its libraries and constructor arguments`, async () => {
        const found = find(set, deployed);
        const { candidate, runtime, creation } = found;
        assert.equal(candidate.name, deployed.name.replace(/^.*:/, ""));
        assert.isTrue(runtime.sameMetadata);
        assert.sameMembers(
          Object.values(runtime.libraries),
          Object.values(deployed.libraries).map((address) => address.toLowerCase()),
        );
        if (deployed.creationInput !== null) {
          assert.isTrue(creation?.sameMetadata);
          assert.equal(creation?.tail, deployed.constructorArguments);
        }

        const build = await set.load(candidate);
        assert.equal(`${candidate.inputSourceName}:${candidate.name}`, deployed.name);
        // hardhat-deploy and OpenZeppelin ship proxies compiled with versions that are not installed here.
        if (SHIPPED_COMPILED.test(deployed.name)) return;
        assert.equal(build.compilerVersion, COMPILER_VERSION);
        assert.equal(recompiled(build, found), sectionOf(deployed.runtimeBytecode));
      });
  });

function find(set: CandidateSet, { runtimeBytecode, creationInput }: ChainFact): FittingBuild {
  const choice = chooseBuild(runtimeBytecode, creationInput ?? undefined, set.candidates);
  return getOnlyBuild(choice) ?? assert.fail(`${choice.length} contracts fit`);
}

/** The CBOR auxdata (the metadata section) that the import closure compiles to. */
function recompiled(build: Build, { candidate }: FittingBuild): string {
  const closure = importClosure(build.input, candidate.inputSourceName);
  assert.equal(closure.kind, "known");
  const sources = closure.kind === "known" ? closure.sources : [];
  const { settings, ...input } = withSources(build.input, sources);
  const { outputSelection } = OUTPUT;
  const compiled = compileInput({ ...input, settings: { ...settings, outputSelection } });
  const contract = contractOf(compiled, candidate.inputSourceName, candidate.name);
  return sectionOf(contract.evm.deployedBytecode.object);
}

const OUTPUT = {
  outputSelection: { "*": { "*": ["abi", "metadata", "evm.bytecode", "evm.deployedBytecode"] } },
};

function sectionOf(runtimeBytecode: string): string {
  const code = decodeCode(runtimeBytecode) ?? new Uint8Array();
  const section = findTrailingAuxdata(code);
  assert.isDefined(section);
  return encodeCode(code, section?.start);
}

function deployedBy(tool: string): readonly ChainFact[] {
  const contracts = factsOf(tool);
  // These tools record no contracts that other contracts created.
  return RECORDS_OWN_ONLY.test(tool)
    ? contracts.filter(({ creationInput }) => creationInput !== null)
    : contracts;
}

describe("builds - Foundry's artifacts without a build-info", () => {
  const SOURCES = fileURLToPath(new URL("../build-fixtures/sources/", import.meta.url));

  it("should have their compiler input restored from the metadata and the project's sources", async () => {
    await using project = await projectWithSources();
    const set = await readCandidates([`${project.path}/out`], project.path);
    for (const deployed of deployedBy("foundry-default")) {
      const found = find(set, deployed);
      const build = await set.load(found.candidate);
      assert.equal(recompiled(build, found), sectionOf(deployed.runtimeBytecode));
    }
  });

  it("should be rejected if a source has changed since: VC202", async () => {
    await using project = await projectWithSources();
    const set = await readCandidates([`${project.path}/out`], project.path);
    const vault = set.candidates.find(({ name }) => name === "Vault") ?? assert.fail();
    await project.write("contracts/Vault.sol", "contract Vault {}");
    const error = await thrownBy(() => set.load(vault));
    assert.equal(error.code, "VC202");
    assert.include(factOf(error, "Reason"), "contracts/Vault.sol has changed since it was compiled");
    await rm(`${project.path}/contracts/Vault.sol`);
    const gone = await thrownBy(() => set.load(vault));
    assert.include(factOf(gone, "Reason"), "contracts/Vault.sol is missing");
  });

  async function projectWithSources(name = "foundry-default"): ReturnType<typeof temporaryFolder> {
    const project = await temporaryFolder();
    await cp(FIXTURES + name, project.path, { recursive: true });
    await cp(`${SOURCES}contracts`, `${project.path}/contracts`, { recursive: true });
    await cp(`${SOURCES}access`, `${project.path}/lib/access`, { recursive: true });
    return project;
  }
});

describe("builds - Foundry's build-infos", () => {
  it("should be read once, however many contracts are looked up in them", async () => {
    await using project = await temporaryFolder();
    await cp(`${FIXTURES}foundry`, project.path, { recursive: true });
    const folder = `${project.path}/out/build-info`;
    const [name = ""] = await readdir(folder);
    const buildInfo = JSON.parse(await readFile(`${folder}/${name}`, "utf8"));
    // Build-infos from earlier builds, with other sources.
    for (const other of ["0000", "ffff"]) {
      buildInfo.input.sources["contracts/Vault.sol"].content += `// ${other}\n`;
      await project.write(`out/build-info/${other}.json`, buildInfo);
    }
    const { candidates, load } = await readCandidates([`${project.path}/out`], project.path);
    const contracts = candidates.filter(({ inputSourceName }) => inputSourceName.startsWith("contracts/"));
    assert.isAbove(contracts.length, 3);
    const vault = contracts.find((each) => each.name === "Vault") ?? assert.fail();
    const { file, input } = await load(vault);
    assert.equal(file, `${folder}/${name}`);
    // Deleted files can't be read again, and the sources aren't there either.
    for (const each of await readdir(folder)) await rm(`${folder}/${each}`);
    for (const contract of contracts) {
      const build = await load(contract);
      assert.containsAllKeys(build.input.sources, [contract.inputSourceName]);
      if (build.file === file) assert.strictEqual(build.input, input);
    }
  });
});

describe("builds - broken files beside intact ones", () => {
  it("should not stop the read of the last location", async () => {
    await using folder = await temporaryFolder();
    await folder.write("broken/contracts/A.sol/A.json", "{");
    const set = await readCandidates([`${folder.path}/broken`, `${FIXTURES}hardhat2`], FIXTURES);
    assert.isNotEmpty(set.candidates);
    assert.equal((await thrownBy(() => readCandidates([`${folder.path}/broken`], FIXTURES))).code, "VC202");
  });

  it("should not hide a Hardhat 2 contract without a debug file until its input is loaded", async () => {
    await using folder = await temporaryFolder();
    await cp(`${FIXTURES}hardhat2`, folder.path, { recursive: true });
    await rm(`${folder.path}/artifacts/contracts/Vault.sol/Vault.dbg.json`);
    const set = await readCandidates([`${folder.path}/artifacts`], folder.path);
    const vault = deployedBy("hardhat2").find(({ name }) => name.endsWith(":Vault"));
    const { candidate } = find(set, vault ?? assert.fail());
    assert.equal((await thrownBy(() => set.load(candidate))).code, "VC202");
  });
});
