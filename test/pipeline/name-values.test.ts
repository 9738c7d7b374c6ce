import path from "node:path";
import { assert } from "chai";
import { BuildCache } from "../../src/internal/builds/build-cache.ts";
import { compareCode } from "../../src/internal/bytecode/compare.ts";
import { encodeCode, toBytes } from "../../src/internal/domain/code-template.ts";
import { nameImmutables } from "../../src/internal/pipeline/stages/find-build.ts";

const FIXTURES = path.resolve("test/fixtures/build-files");

/** The immutables of the fixture's Vault, if the code on chain has 0x…2a in every place. */
async function namedOf(folder: string) {
  const set = await new BuildCache().read([path.join(FIXTURES, folder)], FIXTURES);
  const candidate = set.candidates.find(({ name }) => name === "Vault");
  assert.isDefined(candidate);
  const compilation = await set.load(candidate);
  const built = toBytes(candidate.runtime.object);
  const onchain = Uint8Array.from(built);
  for (const { start, length } of Object.values(candidate.runtime.immutableReferences).flat())
    onchain[start + length - 1] = 42;
  const values = compareCode("runtime", encodeCode(onchain), candidate.runtime)?.immutables ?? {};
  const named = (await nameImmutables(set, candidate, compilation, values)) ?? [];
  for (const { id } of named) assert.property(values, id);
  return named.map(({ contract, name, type, value }) => ({ contract, name, type, value }));
}

const NAMED = [
  { contract: "Owned", name: "owner", type: "address", value: "0x000000000000000000000000000000000000002A" },
  { contract: "Vault", name: "limit", type: "uint256", value: "42" },
];

describe("pipeline - names of immutables", () => {
  for (const [folder, what] of [
    ["hardhat2/artifacts", "with artifacts without ids"],
    ["foundry/out", "with a build-info"],
  ] as const)
    it(`are found for a build of ${folder.split("/")[0]}, ${what}`, async () =>
      assert.sameDeepMembers(await namedOf(folder), NAMED));
});
