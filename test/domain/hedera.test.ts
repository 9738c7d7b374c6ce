import { assert } from "chai";
import { idToLongZero, longZeroToId } from "../../src/internal/domain/contract-addresses.ts";
import { findLocalHedera, findSystemContract, isHedera } from "../../src/internal/domain/hedera.ts";

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

describe("domain - the services of a local Hedera network", () => {
  for (const [tool, node, mirrorUrl, explorerUrl] of [
    ["solo", "http://localhost:37546", "http://localhost:38081", "http://localhost:38080"],
    ["solo, IPv6", "http://[::1]:37546", "http://[::1]:38081", "http://[::1]:38080"],
    ["the local node", "http://127.0.0.1:7546/api?key=1", "http://127.0.0.1:5551", "http://127.0.0.1:8090"],
    ["a relay behind TLS", "https://u:p@ci.lan:7546", "https://ci.lan:5551", "https://ci.lan:8090"],
  ] as const)
    it(`should be derived from the relay's port: ${tool}`, () =>
      assert.deepEqual(findLocalHedera(node), { mirrorUrl, explorerUrl }));

  for (const node of [undefined, "not a URL", "http://localhost", "http://127.0.0.1:8545"])
    it(`should be unknown for the node ${node}`, () => assert.isUndefined(findLocalHedera(node)));
});
