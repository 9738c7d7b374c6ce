import { assert } from "chai";
import { findNearestCandidates } from "../../src/internal/builds/nearest-candidates.ts";
import { candidateOf, codesOf, compile, flipByte } from "../helpers/compile.ts";
import { COUNTER, counter, FIXED, NAMED } from "../helpers/contracts.ts";

const PATH = "contracts/Counter.sol";
const runtime = (compiled = counter()) => codesOf(compiled, PATH, "Counter").runtime;
const candidates = () => [
  candidateOf(compile({ "contracts/Fixed.sol": FIXED }), "contracts/Fixed.sol", "Fixed"),
  candidateOf(counter(), PATH, "Counter"),
  candidateOf(compile({ "contracts/Named.sol": NAMED }), "contracts/Named.sol", "Named"),
];

describe("builds - the nearest candidates if no code fits", () => {
  it("finds the same contract under other compiler settings", () => {
    const [nearest] = findNearestCandidates(
      runtime(counter({ optimizer: { enabled: false } })),
      candidates(),
    );
    assert.equal(nearest?.candidate.name, "Counter");
    const found = (nearest?.differences ?? []).map(({ kind }) => kind as string);
    assert.include(found, "length");
  });

  it("says which bytes differ", () => {
    const onchain = flipByte(flipByte(runtime(), 40), 42);
    const [nearest] = findNearestCandidates(onchain, candidates());
    assert.deepInclude(nearest?.differences[0], { kind: "code", offset: 40, length: 3 });
  });

  it("does not name unrelated contracts", () => {
    const clone = `0x363d3d373d3d3d363d73${"ab".repeat(20)}5af43d82803e903d91602b57fd5bf3`;
    assert.isEmpty(
      findNearestCandidates(clone, [candidateOf(compile({ [PATH]: COUNTER }), PATH, "Counter")]),
    );
    assert.isEmpty(findNearestCandidates("no code", candidates()));
  });

  it("names three at most", () => {
    const many = Array.from({ length: 8 }, (_, index) =>
      candidateOf(counter(), PATH, "Counter", { fullyQualifiedName: `contracts/C${index}.sol:Counter` }),
    );
    const near = findNearestCandidates(flipByte(runtime(), 40), many);
    assert.deepEqual(
      near.map(({ candidate }) => candidate.fullyQualifiedName),
      [0, 1, 2].map((index) => `contracts/C${index}.sol:Counter`),
    );
  });
});
