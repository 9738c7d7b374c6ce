import { assert } from "chai";
import { chooseBuild, type FittingBuild, getOnlyBuild } from "../../src/internal/builds/choose-build.ts";
import { addKnownAuxdata } from "../../src/internal/builds/read-candidates.ts";
import { restoredSettings } from "../../src/internal/builds/restored-settings.ts";
import type { BuildCandidate } from "../../src/internal/domain/build.ts";
import { type Compiled, candidateOf, codesOf, compile, contractOf } from "../helpers/compile.ts";

const NOTHING = { metadata: [], remappings: [] };
const MATH = "0x2212130cDDc6736FB7D2F7a8295c92EEaFC22297";
const SOURCES = {
  "src/Math.sol":
    "pragma solidity ^0.8.0; library Math { function twice(uint256 a) external pure returns (uint256) { return 2 * a; } }",
  "src/Ledger.sol": `pragma solidity ^0.8.0; import "./Math.sol";
contract Ledger { uint256 public sum; function add(uint256 a) external { sum += Math.twice(a); } }
contract Shop { uint256 public total; Ledger public ledger;
  function open() external { ledger = new Ledger(); total = Math.twice(total + 1); } }
contract Stall { uint256 public total; constructor() { total = Math.twice(3); } }`,
};

describe("builds - libraries that a script added to the settings", () => {
  const built = compile(SOURCES);
  const deployed = compile(SOURCES, { libraries: { "src/Math.sol": { Math: MATH } } });
  const candidates = addKnownAuxdata(["Ledger", "Shop", "Stall"].map((name) => withMetadata(built, name)));

  for (const [name, inRuntime] of [
    ["Ledger", { "src/Math.sol:Math": MATH.toLowerCase() }],
    ["Shop", { "src/Math.sol:Math": MATH.toLowerCase() }],
    ["Stall", {}],
  ] as const)
    it(`should be restored for ${name}, and predict the metadata on chain`, () => {
      const onchain = onChain(deployed, name);
      const found = choose(onchain, candidates);
      assert.isFalse(found.runtime.sameMetadata);

      const linked = restoredSettings(found, onchain, candidates, NOTHING);
      assert.isTrue(linked?.build.runtime.sameMetadata);
      assert.isTrue(linked?.build.creation?.sameMetadata);
      assert.deepEqual(linked?.build.runtime.libraries, inRuntime);
      // The evidence keeps only these fields.
      for (const range of linked?.build.candidate.runtime.auxdata ?? assert.fail())
        assert.hasAllKeys(range, ["start", "length"]);
      const { input } =
        linked?.withSettings({ id: "", file: "", compilerVersion: "", input: built.input }) ?? {};
      assert.deepEqual(input?.settings.libraries, { "src/Math.sol": { Math: MATH } });
      assert.equal(linked?.build.candidate.creation.object, onchain.creation);
    });

  it("should be restored with metadata found by the code's hash if the build file has none", () => {
    const [ledger = assert.fail()] = addKnownAuxdata([withMetadata(built, "Ledger")]);
    const { metadata, ...withoutMetadata } = ledger;
    const onchain = onChain(deployed, "Ledger");
    const found = choose(onchain, [withoutMetadata]);
    const suggested = { ...NOTHING, metadata: [metadata ?? assert.fail()] };
    const linked = restoredSettings(found, onchain, [withoutMetadata], suggested);
    assert.isTrue(linked?.build.runtime.sameMetadata);
    assert.isUndefined(restoredSettings(found, onchain, [withoutMetadata], NOTHING));
  });

  for (const remappings of [["lib/=vendor/lib/"], ["src:lib/=vendor/lib/"]])
    it(`should restore the remapping ${remappings} of a contract without libraries`, () => {
      const sources = { "src/Ledger.sol": "pragma solidity ^0.8.0; contract Ledger { uint256 public sum; }" };
      const own = addKnownAuxdata([withMetadata(compile(sources), "Ledger")]);
      const onchain = onChain(compile(sources, { remappings }), "Ledger");
      const suggested = { ...NOTHING, remappings: [remappings] };
      const restored = restoredSettings(choose(onchain, own), onchain, own, suggested);
      assert.isTrue(restored?.build.runtime.sameMetadata);
    });

  it("should not be restored for a contract that was linked after compilation", () => {
    const onchain = onChain(built, "Ledger");
    assert.isUndefined(restoredSettings(choose(onchain, candidates), onchain, candidates, NOTHING));
  });

  it("should not be assumed if the metadata differs for another reason", () => {
    const changed = { ...SOURCES, "src/Ledger.sol": `${SOURCES["src/Ledger.sol"]} // changed` };
    const other = compile(changed, { libraries: { "src/Math.sol": { Math: MATH } } });
    const onchain = onChain(other, "Ledger");
    assert.isUndefined(restoredSettings(choose(onchain, candidates), onchain, candidates, NOTHING));
  });
});

function withMetadata(compiled: Compiled, name: string): BuildCandidate {
  const { metadata } = contractOf(compiled, "src/Ledger.sol", name);
  return candidateOf(compiled, "src/Ledger.sol", name, { metadata });
}

function onChain(compiled: Compiled, name: string) {
  return codesOf(compiled, "src/Ledger.sol", name, MATH.toLowerCase());
}

function choose(
  { runtime, creation }: ReturnType<typeof onChain>,
  candidates: readonly BuildCandidate[],
): FittingBuild {
  const choice = chooseBuild(runtime, creation, candidates);
  return getOnlyBuild(choice) ?? assert.fail(`${choice.length} contracts fit`);
}
