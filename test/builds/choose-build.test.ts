import { assert } from "chai";
import { chooseBuild, getOnlyBuild } from "../../src/internal/builds/choose-build.ts";
import type { BuildCandidate } from "../../src/internal/domain/build.ts";
import { candidateOf, codesOf, compile, flipByte } from "../helpers/compile.ts";
import { COUNTER, counter, FIXED, withComment } from "../helpers/contracts.ts";

const PATH = "contracts/Counter.sol";
const deployed = (compiled = counter()) => codesOf(compiled, PATH, "Counter");
const commented = () => compile({ [PATH]: withComment(COUNTER) });
const withConstructor = (body: string, metadata = {}) =>
  compile(
    { [PATH]: COUNTER.replace("uint256 public count;", `uint256 public count; constructor() { ${body} }`) },
    { metadata },
  );

const COPIES = { [PATH]: COUNTER, "contracts/Copy.sol": COUNTER };
const copies = (settings = {}) =>
  ["contracts/Copy.sol", PATH].map((path) => candidateOf(compile(COPIES, settings), path, "Counter"));

function chosen(choice: ReturnType<typeof chooseBuild>): BuildCandidate | undefined {
  return getOnlyBuild(choice)?.candidate;
}

describe("builds - choosing the contract whose code is on chain", () => {
  const fixed = candidateOf(compile({ "contracts/Fixed.sol": FIXED }), "contracts/Fixed.sol", "Fixed");
  const counterCandidate = candidateOf(counter(), PATH, "Counter", { buildId: "deployed" });

  it("finds it among others", () => {
    const choice = chooseBuild(deployed().runtime, undefined, [fixed, counterCandidate]);
    assert.equal(chosen(choice), counterCandidate);
  });

  it("finds none if one byte of code differs, or if there are no candidates", () => {
    assert.isEmpty(chooseBuild(flipByte(deployed().runtime, 40), undefined, [fixed, counterCandidate]));
    assert.isEmpty(chooseBuild(deployed().runtime, undefined, []));
    assert.isEmpty(chooseBuild("0x", undefined, [counterCandidate]));
  });

  it("prefers the build whose metadata is on chain, in either order", () => {
    const stale = candidateOf(commented(), PATH, "Counter", { buildId: "stale" });
    for (const candidates of [
      [stale, counterCandidate],
      [counterCandidate, stale],
    ]) {
      assert.equal(chosen(chooseBuild(deployed().runtime, undefined, candidates)), counterCandidate);
      assert.equal(chosen(chooseBuild(deployed(commented()).runtime, undefined, candidates)), stale);
    }
  });

  it("distinguishes contracts with equal runtime code by their creation code", () => {
    const metadata = { bytecodeHash: "none" };
    const five = candidateOf(withConstructor("count = 5;", metadata), PATH, "Counter", { buildId: "five" });
    const six = candidateOf(withConstructor("count = 6;", metadata), PATH, "Counter", { buildId: "six" });
    const { runtime, creation } = deployed(withConstructor("count = 6;", metadata));
    assert.equal(five.runtime.object, six.runtime.object);
    assert.equal(chosen(chooseBuild(runtime, creation, [five, six])), six);
    assert.lengthOf(chooseBuild(runtime, undefined, [five, six]), 2);
  });

  it("accepts creation code that is shorter than the build's", () => {
    const choice = chooseBuild(deployed().runtime, "0x60", [counterCandidate]);
    assert.isFalse(getOnlyBuild(choice)?.creation?.sameCode);
  });

  it("is ambiguous for indistinguishable contracts", () => {
    const metadata = { bytecodeHash: "none" };
    const both = copies({ metadata });
    const { runtime, creation } = deployed(counter({ metadata }));
    const choice = chooseBuild(runtime, creation, both);
    const sourceNames = choice.map(({ candidate }) => candidate.sourceName);
    assert.sameMembers(sourceNames, [PATH, "contracts/Copy.sol"]);
  });

  it("distinguishes copies in two files by their metadata", () => {
    const compiled = compile(COPIES);
    const both = copies();
    assert.equal(chosen(chooseBuild(deployed(compiled).runtime, undefined, both)), both[1]);
  });

  it("treats the same contract in two builds as one", () => {
    const again = candidateOf(counter(), PATH, "Counter", { buildId: "again" });
    const choice = chooseBuild(deployed().runtime, deployed().creation, [counterCandidate, again]);
    assert.equal(chosen(choice), counterCandidate);
  });
});
