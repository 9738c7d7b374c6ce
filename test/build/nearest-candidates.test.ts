import { assert } from "chai";

import { nearestCandidates } from "../../src/internal/build/nearest-candidates.ts";
import { candidateOf, compile, contractOf, fill, flipByte } from "../helpers/compile.ts";
import { COUNTER, counter, FIXED, NAMED } from "../helpers/contracts.ts";

const PATH = "contracts/Counter.sol";
const runtime = (compiled = counter()) =>
  `0x${contractOf(compiled, PATH, "Counter").evm.deployedBytecode.object}`;
const candidates = () => [
  candidateOf(compile({ "contracts/Fixed.sol": FIXED }), "contracts/Fixed.sol", "Fixed"),
  candidateOf(counter(), PATH, "Counter"),
  candidateOf(compile({ "contracts/Named.sol": NAMED }), "contracts/Named.sol", "Named"),
];

describe("build - the nearest candidates of a code that nothing fits", () => {
  it("finds the same contract under other compiler settings", () => {
    const [nearest] = nearestCandidates(runtime(counter({ optimizer: { enabled: false } })), candidates());
    assert.equal(nearest?.candidate.name, "Counter");
    assert.match(nearest?.summary ?? "", /^the code on chain has \d+ bytes, this has \d+$/);
  });

  it("says how many bytes differ, and from where", () => {
    const onchain = flipByte(flipByte(runtime(), 40), 42);
    const [nearest] = nearestCandidates(onchain, candidates());
    assert.equal(nearest?.summary, "3 bytes of code from byte 40");
    assert.isNotEmpty(nearest?.differences);
  });

  it("says one byte of one byte", () => {
    assert.equal(
      nearestCandidates(flipByte(runtime(), 40), candidates())[0]?.summary,
      "1 byte of code from byte 40",
    );
  });

  it("says that values contradict each other", () => {
    const compiled = compile({ "contracts/Fixed.sol": FIXED });
    const { object, immutableReferences = {} } = contractOf(compiled, "contracts/Fixed.sol", "Fixed").evm
      .deployedBytecode;
    const ranges = Object.values(immutableReferences).find(({ length }) => length > 1) ?? [];
    const [nearest] = nearestCandidates(`0x${fill(object, ranges.slice(1), "02")}`, candidates());
    assert.equal(nearest?.summary, "immutable values that contradict each other");
  });

  it("names another compiler version", () => {
    const older = flipByte(runtime(), 40).replace("64736f6c634300081c", "64736f6c6343000818");
    assert.match(
      nearestCandidates(older, candidates())[0]?.summary ?? "",
      /solc 0\.8\.24 on chain, 0\.8\.28 here$/,
    );
  });

  it("names nothing that has nothing to do with it", () => {
    const clone = `0x363d3d373d3d3d363d73${"ab".repeat(20)}5af43d82803e903d91602b57fd5bf3`;
    assert.isEmpty(nearestCandidates(clone, [candidateOf(compile({ [PATH]: COUNTER }), PATH, "Counter")]));
    assert.isEmpty(nearestCandidates("no code", candidates()));
  });

  it("names three at the most", () => {
    const many = Array.from({ length: 8 }, (_, index) =>
      candidateOf(counter(), PATH, "Counter", { fullyQualifiedName: `contracts/C${index}.sol:Counter` }),
    );
    const near = nearestCandidates(flipByte(runtime(), 40), many);
    assert.deepEqual(
      near.map(({ candidate }) => candidate.fullyQualifiedName),
      [0, 1, 2].map((index) => `contracts/C${index}.sol:Counter`),
    );
  });
});
