import { assert } from "chai";
import { findDelegateSites } from "../../src/internal/bytecode/delegate-sites.ts";

/** CALLDATACOPY of all calldata, DELEGATECALL with it. */
const FORWARD = "36600060003760006000366000545af4";

describe("bytecode - delegate sites", () => {
  it("should distinguish forwarded calldata from a library call", () => {
    const [forwarding] = findDelegateSites(`0x${FORWARD}00`);
    assert.deepEqual(forwarding, { offset: 15, forwardsCalldata: true, isOwn: true });
    const [library] = findDelegateSites("0x600060006004600060005af400");
    assert.isFalse(library?.forwardsCalldata);
  });

  it("should ignore calldata from another basic block", () =>
    assert.isFalse(
      findDelegateSites("0x3660006000376007565b600060006004600060005af400")[0]?.forwardsCalldata,
    ));

  for (const [what, before] of [
    ["a jump to forwarding code", "600456fe5b"],
    ["the branch that a JUMPI skips", "346006575050"],
  ])
    it(`should follow ${what}`, () => assert.isTrue(findDelegateSites(`0x${before}${FORWARD}`)[0]?.isOwn));

  it("should not count a created contract's code as the contract's own", () => {
    // RETURN, INVALID, and then code that pushes 4 as its own JUMPDEST's place.
    const sites = findDelegateSites(`0x60006000f3fe600456fe5b${FORWARD}`);
    const isOwns = sites.map(({ isOwn }) => isOwn);
    assert.deepEqual(isOwns, [false]);
  });

  it("should track as many pushes as the largest code contains", () => {
    const sites = findDelegateSites(`0x${"6001".repeat(400_000)}${"5b".repeat(199_999)}f4`);
    assert.deepEqual(sites, [{ offset: 999_999, forwardsCalldata: false, isOwn: true }]);
  });

  for (const [what, code] of [
    ["data of a PUSH", "0x63f4f4f4f400"],
    ["bytes after STOP", "0x00f4"],
    ["empty code", "0x"],
  ] as const)
    it(`should not be found in ${what}`, () => assert.isEmpty(findDelegateSites(code)));
});
