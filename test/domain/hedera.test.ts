import { assert } from "chai";
import { idToLongZero, longZeroToId } from "../../src/internal/domain/contract-addresses.ts";
import { findSystemContract, isHedera } from "../../src/internal/domain/hedera.ts";

describe("domain - Hedera", () => {
  it("should include its four networks", () =>
    assert.deepEqual([1, 295, 296, 297, 298, 31337].filter(isHedera), [295, 296, 297, 298]));

  it("should have system contracts in any letter case, and only on its networks", () => {
    for (const digits of ["16b", "16B"])
      assert.include(findSystemContract(296, `0x${digits.padStart(40, "0")}`) ?? "", "schedules");
    assert.isUndefined(findSystemContract(1, `0x${"167".padStart(40, "0")}`));
    for (const digits of ["166", "16d", "1167", "5167"])
      assert.isUndefined(findSystemContract(296, `0x${digits.padStart(40, "0")}`), digits);
  });

  it("should convert ids to long-zero addresses and back", () => {
    for (const [id, address] of [
      ["0.0.7001", "0x0000000000000000000000000000000000001b59"],
      ["0.0.359", "0x0000000000000000000000000000000000000167"],
    ] as const) {
      assert.equal(idToLongZero(id), address);
      assert.equal(longZeroToId(address), id);
    }
    assert.equal(idToLongZero("7001"), idToLongZero("0.0.7001"));
    assert.isUndefined(longZeroToId("0x94244f434672e439f94a80cB4F88eAe4852C216F"));
  });
});
