import { assert } from "chai";
import { cannotFit, chooseBuild, getOnlyBuild } from "../../src/internal/builds/choose-build.ts";
import { compareCode } from "../../src/internal/bytecode/compare.ts";
import type { BuildCandidate } from "../../src/internal/domain/build.ts";
import { candidateOf, codesOf, compile, flipByte } from "../helpers/compile.ts";
import { COUNTER, counter, FIXED, MATHS, USES_MATHS, withComment } from "../helpers/contracts.ts";

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

/** `{experimental: true, solc: 0.8.28}` */
const EXPERIMENTAL = "a26c6578706572696d656e74616cf564736f6c634300081c0018";
/** `{solc: "0.8.29-nightly.99"}`, of the same length. */
const NIGHTLY = `a164736f6c6371${Buffer.from("0.8.29-nightly.99").toString("hex")}0018`;

describe("builds - ruling a template out without decoding", () => {
  const templates = {
    "a plain contract": candidateOf(counter(), PATH, "Counter").runtime,
    "a contract with immutables": candidateOf(
      compile({ "contracts/Fixed.sol": FIXED }),
      "contracts/Fixed.sol",
      "Fixed",
    ).runtime,
    "a contract with a library": candidateOf(
      compile({ "contracts/Maths.sol": MATHS, "contracts/UsesMaths.sol": USES_MATHS }),
      "contracts/UsesMaths.sol",
      "UsesMaths",
    ).runtime,
    "a library": candidateOf(compile({ "contracts/Maths.sol": MATHS }), "contracts/Maths.sol", "Maths")
      .runtime,
  };

  for (const [what, template] of Object.entries(templates)) {
    const onchain = `0x${template.object.replace(/^0x/, "").replace(/__.{36}__/g, "ab".repeat(20))}`;

    it(`should not rule out ${what} itself, in upper or lower case`, () => {
      assert.isFalse(cannotFit(onchain, template));
      assert.isFalse(cannotFit(`0x${onchain.slice(2).toUpperCase()}`, template));
    });

    it(`should rule out ${what} only if a full comparison finds different code, for every byte`, () => {
      let ruledOut = 0;
      for (let byte = 0; byte < onchain.length / 2 - 1; byte++) {
        const other = flipByte(onchain, byte);
        if (!cannotFit(other, template)) continue;
        ruledOut++;
        assert.isFalse(compareCode("runtime", other, template)?.sameCode, `byte ${byte}`);
      }
      assert.isAbove(ruledOut, 0);
    });
  }

  it("should leave the decision to the full comparison if only the metadata differs", () => {
    const commented = compile({ [PATH]: withComment(COUNTER) });
    const onchain = codesOf(commented, PATH, "Counter").runtime;
    assert.isFalse(cannotFit(onchain, templates["a plain contract"]));
    assert.isTrue(compareCode("runtime", onchain, templates["a plain contract"])?.sameCode);
  });

  it("should not rule out code that differs only in an immutable", () => {
    const object = `0x${"5b".repeat(100)}`;
    const onchain = flipByte(object, 60);
    const immutable = {
      object,
      linkReferences: {},
      immutableReferences: { "1": [{ start: 50, length: 32 }] },
    };
    assert.isFalse(cannotFit(onchain, immutable));
    assert.isTrue(cannotFit(flipByte(onchain, 40), immutable));
    assert.isFalse(cannotFit(flipByte(onchain, 90), immutable), "only the full comparison decides");
  });

  it("should not rule out an unlinked library", () => {
    const side = "5b".repeat(50);
    const template = (middle: string) => ({
      object: `0x${side}${middle}${side}`,
      linkReferences: {},
      immutableReferences: {},
    });
    const placeholder = template(`__$${"ab".repeat(17)}$__`);
    const onchain = `0x${side}${"00".repeat(20)}${side}`;
    assert.isFalse(cannotFit(onchain, placeholder));
    assert.isTrue(compareCode("runtime", onchain, placeholder)?.sameCode);
  });

  it("should leave the decision to the full comparison if auxdata differs from its first byte", () => {
    const code = (auxdata: string) => `0x${"5b".repeat(100)}${auxdata}`;
    const template = { object: code(EXPERIMENTAL), linkReferences: {}, immutableReferences: {} };
    assert.isFalse(cannotFit(code(NIGHTLY), template));
    assert.isTrue(compareCode("runtime", code(NIGHTLY), template)?.sameCode);
  });
});
