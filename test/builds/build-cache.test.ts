import { rm } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { BuildCache } from "../../src/internal/builds/build-cache.ts";
import { folderForEach, writeHardhat3 } from "../helpers/build-files.ts";
import { compile } from "../helpers/compile.ts";
import { COUNTER, FIXED } from "../helpers/contracts.ts";
import { thrownBy } from "../helpers/thrown.ts";

const project = (source: string, name: string) => compile({ [`project/contracts/${name}.sol`]: source });

const TWO = compile({ "project/contracts/Counter.sol": COUNTER, "project/contracts/Fixed.sol": FIXED });
const namesOf = (set: { readonly candidates: readonly { readonly name: string }[] } | undefined) =>
  set?.candidates.map(({ name }) => name) ?? [];

describe("builds - the build files of a run", () => {
  const folder = folderForEach();
  const artifacts = () => path.join(folder.path, "artifacts");

  it("should be read once, even if several contracts search overlapping folders", async () => {
    await writeHardhat3(folder, "build-1", project(COUNTER, "Counter"));
    const shelf = new BuildCache();
    const first = await shelf.read([artifacts()], folder.path);
    // A deleted folder can't be read again.
    await rm(artifacts(), { recursive: true });
    assert.strictEqual(await shelf.read([artifacts()], folder.path), first);
    const wider = await shelf.read([path.join(folder.path, "more"), artifacts()], folder.path);
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
    const shelf = new BuildCache();
    const { candidates, load } = await shelf.read([artifacts()], folder.path);
    const [one, other] = candidates;
    if (one === undefined || other === undefined) throw new Error("Two contracts were compiled.");
    const build = await load(one);
    await rm(file);
    assert.strictEqual(await load(other), build);
  });

  it("should keep at most four compiler inputs", async () => {
    for (let index = 0; index < 6; index++)
      await writeHardhat3(folder, `build-${index}`, project(COUNTER, `Counter${index}`));
    const shelf = new BuildCache();
    const { candidates, load } = await shelf.read([artifacts()], folder.path);
    const builds = new Map(candidates.map((candidate) => [candidate.buildId, candidate]));
    assert.lengthOf([...builds], 6);
    for (const candidate of builds.values()) await load(candidate);
    await rm(artifacts(), { recursive: true });
    const kept = await Promise.allSettled([...builds.values()].reverse().map((candidate) => load(candidate)));
    assert.equal(kept.filter(({ status }) => status === "fulfilled").length, 4);
  });
});
