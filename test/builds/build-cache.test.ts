import { readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { BuildCache } from "../../src/internal/builds/build-cache.ts";
import type { CandidateSet } from "../../src/internal/builds/candidate-set.ts";
import { chooseBuild } from "../../src/internal/builds/choose-build.ts";
import { findPackagedBuilds } from "../../src/internal/builds/readers/packaged-builds.ts";
import { fitsMetadata, type Metadata, parseMetadata } from "../../src/internal/solidity/metadata.ts";
import { folderForEach, temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { compile } from "../helpers/compile.ts";
import { COUNTER, FIXED } from "../helpers/contracts.ts";
import { thrownBy } from "../helpers/thrown.ts";

const project = (source: string, name: string) => compile({ [`project/contracts/${name}.sol`]: source });

const TWO = compile({ "project/contracts/Counter.sol": COUNTER, "project/contracts/Fixed.sol": FIXED });
const namesOf = (set: CandidateSet | undefined) => set?.candidates.map(({ name }) => name) ?? [];

describe("builds - the build files of a run", () => {
  const folder = folderForEach();
  const artifacts = () => path.join(folder.path, "artifacts");

  it("should be read once, even if several contracts search overlapping folders", async () => {
    await writeHardhat3(folder, "build-1", project(COUNTER, "Counter"));
    const cache = new BuildCache();
    const first = await cache.read([artifacts()], folder.path);
    // A deleted folder can't be read again.
    await rm(artifacts(), { recursive: true });
    assert.strictEqual(await cache.read([artifacts()], folder.path), first);
    const wider = await cache.read([path.join(folder.path, "more"), artifacts()], folder.path);
    assert.lengthOf(wider.candidates, first.candidates.length);
    assert.equal((await thrownBy(() => new BuildCache().read([artifacts()], folder.path))).code, "VC201");
  });

  it("should skip other contracts' artifacts, but only for the first contract named", async () => {
    await writeHardhat3(folder, "build-1", TWO);
    const cache = new BuildCache();
    const read = (name: string, from = cache) => from.readNamed([artifacts()], folder.path, name);
    const named = await read("contracts/Counter.sol:Counter");
    assert.deepEqual(namesOf(named), ["Counter"]);
    assert.strictEqual(await read("contracts/Counter.sol:Counter"), named);
    assert.isUndefined(await read("Fixed"));
    assert.isUndefined(await read("Other", new BuildCache()));
  });

  it("should include outputs in a search by name if the artifacts contain no code", async () => {
    await writeHardhat3(folder, "build-1", project(COUNTER, "Counter"), { artifacts: false });
    await folder.write("artifacts/contracts/IThing.sol/IThing.json", {
      _format: "hh3-artifact-1",
      contractName: "IThing",
      sourceName: "contracts/IThing.sol",
      abi: [],
      bytecode: "0x",
      deployedBytecode: "0x",
    });
    const all = await new BuildCache().read([artifacts()], folder.path);
    const named = await new BuildCache().readNamed([artifacts()], folder.path, "Counter");
    assert.include(namesOf(all), "Counter");
    assert.deepEqual(namesOf(named), namesOf(all));
  });

  it("should open a compiler input once for all contracts compiled from it", async () => {
    const file = await writeHardhat3(folder, "build-1", TWO);
    const cache = new BuildCache();
    const { candidates, load } = await cache.read([artifacts()], folder.path);
    const [one, other] = candidates;
    if (one === undefined || other === undefined) throw new Error("Two contracts were compiled.");
    const build = await load(one);
    await rm(file);
    assert.strictEqual(await load(other), build);
  });

  it("should keep at most four compiler inputs", async () => {
    for (let index = 0; index < 6; index++)
      await writeHardhat3(folder, `build-${index}`, project(COUNTER, `Counter${index}`));
    const cache = new BuildCache();
    const { candidates, load } = await cache.read([artifacts()], folder.path);
    const builds = new Map(candidates.map((candidate) => [candidate.buildId, candidate]));
    assert.lengthOf([...builds], 6);
    for (const candidate of builds.values()) await load(candidate);
    await rm(artifacts(), { recursive: true });
    const kept = await Promise.allSettled([...builds.values()].reverse().map((candidate) => load(candidate)));
    assert.equal(kept.filter(({ status }) => status === "fulfilled").length, 4);
  });
});

const FOLDER = fileURLToPath(new URL("../fixtures/build-files/", import.meta.url));
const PACKAGED = "npm/@example/tokens@1.2.3/Fixed.sol";

const ofPackage = () => compile({ "project/contracts/Counter.sol": COUNTER, [PACKAGED]: FIXED });

const fullNames = ({ candidates }: CandidateSet) =>
  candidates.map(({ fullyQualifiedName }) => fullyQualifiedName);

describe("builds - contracts that only compiler outputs contain", () => {
  it("should not be read before they are requested", async () => {
    await using folder = await temporaryFolder();
    const file = await writeHardhat3(folder, "build-1", ofPackage());
    const artifacts = path.join(folder.path, "artifacts");
    await rm(`${artifacts}/${PACKAGED}`, { recursive: true });
    const cache = new BuildCache();
    const output = file.replace(/json$/, "output.json");
    const written = await readFile(output);
    await writeFile(output, "{");
    for (const location of [artifacts, file, path.dirname(file)])
      assert.deepEqual(fullNames(await cache.read([location], folder.path)), [
        "contracts/Counter.sol:Counter",
      ]);
    await writeFile(output, written);
    for (const location of [artifacts, file, path.dirname(file)]) {
      const wider = await cache.readWider([location], folder.path, false);
      assert.deepEqual(fullNames(wider), [
        "contracts/Counter.sol:Counter",
        "@example/tokens/Fixed.sol:Fixed",
      ]);
      const [, fixed] = wider.candidates;
      assert.equal(fixed?.inputSourceName, PACKAGED);
      assert.isNotEmpty(fixed?.runtime.immutableReferences);
      assert.deepEqual((await wider.load(fixed as NonNullable<typeof fixed>)).input, ofPackage().input);
    }
  });

  it("should be read once per run, and a broken output should stop nothing", async () => {
    await using folder = await temporaryFolder();
    const file = await writeHardhat3(folder, "build-1", ofPackage());
    await writeHardhat3(folder, "build-2", compile({ "project/contracts/Other.sol": COUNTER }));
    await folder.write("artifacts/build-info/build-2.output.json", "{");
    await writeHardhat3(folder, "build-3", ofPackage());
    const artifacts = path.join(folder.path, "artifacts");
    await rm(`${artifacts}/${PACKAGED}`, { recursive: true });
    const cache = new BuildCache();
    const first = await cache.readWider([artifacts], folder.path, false);
    assert.lengthOf(first.candidates, 3);
    await rm(file.replace(/json$/, "output.json"));
    const again = await cache.readWider([`${folder.path}/more`, artifacts], folder.path, false);
    assert.sameMembers(fullNames(again), fullNames(first));
  });

  it("should include the deployed build if Foundry has rebuilt the contract since", async () => {
    await using project = await temporaryFolder();
    await cp(`${FOLDER}foundry`, project.path, { recursive: true });
    // As forge leaves it after an edit: the artifact is new, and the older build-info stays.
    const artifact = `${project.path}/out/Vault.sol/Vault.json`;
    const newer = JSON.parse(await readFile(artifact, "utf8"));
    const edited = JSON.parse(await readFile(`${project.path}/out/Token.sol/Token.json`, "utf8"));
    await writeFile(artifact, JSON.stringify({ ...newer, ...codesOf(edited) }));
    const { runtimeBytecode, creationInput } = deployedVault();
    const cache = new BuildCache();
    const out = [`${project.path}/out`];
    const now = await cache.read(out, project.path);
    assert.isEmpty(chooseBuild(runtimeBytecode, creationInput, now.candidates));
    const wider = await cache.readWider(out, project.path, false);
    const [choice, another] = chooseBuild(runtimeBytecode, creationInput, wider.candidates);
    assert(choice?.runtime.sameMetadata && another === undefined);
    const build = await wider.load(choice.candidate);
    const [name] = await readdir(`${project.path}/out/build-info`);
    assert.equal(path.basename(build.file), name);
    assert.property(build.input.sources, "contracts/Vault.sol");
    // Contracts with artifacts aren't listed twice.
    assert.lengthOf(new Set(fullNames(wider)), wider.candidates.length - 1);
  });
});

describe("builds - precompiled contracts in packages", () => {
  const project = folderForEach();

  const CORE = "node_modules/@openzeppelin/upgrades-core";
  const UPGRADES = "node_modules/@openzeppelin/hardhat-upgrades";
  const artifacts = `${FOLDER}openzeppelin-upgrades/today/artifacts`;

  async function install(root: string, folder: string): Promise<string> {
    await mkdir(`${root}/${folder}`, { recursive: true });
    await writeFile(`${root}/${folder}/package.json`, "{}");
    return `${root}/${folder}`;
  }

  it("should be found if the project has the package", async () => {
    assert.isEmpty(findPackagedBuilds(project.path));
    const core = await install(project.path, CORE);
    assert.deepEqual(findPackagedBuilds(project.path), [`${core}/artifacts`]);
  });

  it("should be found if a plugin depends on the package, in pnpm's store", async () => {
    const store = `${project.path}/node_modules/.pnpm/upgrades/node_modules/@openzeppelin`;
    const plugin = await install(store, "hardhat-upgrades");
    const core = await install(store, "upgrades-core");
    await mkdir(path.dirname(`${project.path}/${UPGRADES}`), { recursive: true });
    await symlink(plugin, `${project.path}/${UPGRADES}`, "junction");
    assert.deepEqual(findPackagedBuilds(project.path), [`${core}/artifacts`]);
  });

  it("should be compared after the project's own builds", async () => {
    await writeHardhat3(project, "build-1", compile({ "project/contracts/Counter.sol": COUNTER }));
    await cp(artifacts, `${await install(project.path, CORE)}/artifacts`, { recursive: true });
    const own = [path.join(project.path, "artifacts")];
    const wider = await new BuildCache().readWider(own, project.path, true);
    assert.deepEqual([wider.where, wider.candidates[0]?.name], [`artifacts, ${CORE}/artifacts`, "Counter"]);
    assert.include(fullNames(wider), "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol:BeaconProxy");
  });

  it("should have the exact sources and settings that their metadata names", async () => {
    const file = `${artifacts}/build-info-v5.json`;
    const { contracts } = JSON.parse(await readFile(file, "utf8")).output;
    const { candidates, load } = await new BuildCache().read([artifacts], FOLDER);
    // The build-info of version 4 is not kept among the fixtures.
    const ofVersion5 = candidates.filter(({ buildFile }) => buildFile === file);
    assert.lengthOf(ofVersion5, 9);
    for (const candidate of ofVersion5) {
      const { metadata } = contracts[candidate.inputSourceName][candidate.name];
      const { input } = await load(candidate);
      assert.isTrue(fitsMetadata(input, parseMetadata(metadata) as Metadata), candidate.name);
    }
  });

  it("should have their compiler input in the first format too, one file without an output", async () => {
    const first = `${FOLDER}openzeppelin-upgrades/first/artifacts`;
    const { candidates, load } = await new BuildCache().read([first], FOLDER);
    const names = candidates.map(({ name }) => name);
    assert.includeMembers(names, [
      "ERC1967Proxy",
      "BeaconProxy",
      "UpgradeableBeacon",
      "TransparentUpgradeableProxy",
      "ProxyAdmin",
    ]);
    for (const candidate of candidates) {
      const build = await load(candidate);
      assert.equal(build.compilerVersion, "0.8.9+commit.e5eed63a");
      assert.property(build.input.sources, candidate.inputSourceName);
    }
  });
});

function codesOf({ bytecode, deployedBytecode, rawMetadata }: Record<string, unknown>): object {
  return { bytecode, deployedBytecode, rawMetadata };
}

function deployedVault(): { readonly runtimeBytecode: string; readonly creationInput: string } {
  const { contracts } = JSON.parse(readFileSync(`${FOLDER}foundry/facts.json`, "utf8"));
  return contracts.find(({ name }: { name: string }) => name.endsWith(":Vault"));
}
