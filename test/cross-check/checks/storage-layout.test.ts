import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { type Body, checkOf, set, withBody, withBuildOf } from "../../helpers/cross-check/one-check.ts";
import { decodedRecord, recording } from "../../helpers/cross-check/recorded-evidence.ts";

type Change = (body: Body) => void;

const BASES = ["plain", "constructor-arguments", "linked-library"] as const;

const first = (body: Body) => body.storageLayout.storage[0];
const typeOfFirst = (body: Body) => body.storageLayout.types[first(body).type];

const TAMPERED: Readonly<Record<string, Change>> = {
  "another slot": (body) => {
    first(body).slot = "7";
  },
  "another byte": (body) => {
    first(body).offset = 1;
  },
  "another name": (body) => {
    first(body).label = "owner";
  },
  "another type": (body) => {
    typeOfFirst(body).label = "int256";
  },
  "another length": (body) => {
    typeOfFirst(body).numberOfBytes = "16";
  },
  "a type that is not there": (body) => {
    first(body).type = "t_missing";
  },
  "a variable less": (body) => {
    body.storageLayout.storage.pop();
  },
  "a variable more": (body) => {
    body.storageLayout.storage.push({ ...first(body), slot: "99" });
  },
  "no types": set("storageLayout.types", null),
};

const STRUCT = {
  storage: [
    { astId: 9, contract: "a.sol:A", label: "box", offset: 0, slot: "0", type: "t_struct(Box)7_storage" },
  ],
  types: {
    "t_struct(Box)7_storage": {
      label: "struct A.Box",
      numberOfBytes: "32",
      members: [
        { label: "low", offset: 0, slot: "0", type: "t_uint128" },
        { label: "high", offset: 16, slot: "0", type: "t_uint128" },
      ],
    },
    t_uint128: { label: "uint128", numberOfBytes: "16" },
  },
};

/** Another compilation numbers the same struct otherwise. */
const RENUMBERED = JSON.parse(
  JSON.stringify(STRUCT).replaceAll("(Box)7", "(Box)70").replace('"astId":9', '"astId":90'),
) as typeof STRUCT;

function withLayouts(built: unknown, stored: object | string | null | undefined): Evidence {
  const evidence = withBody("plain", set("storageLayout", stored));
  return withBuildOf(evidence, ({ compiled }) => ({
    compiled: compiled && { ...compiled, storageLayout: built },
  }));
}

describe("cross-check - storage layout", () => {
  for (const base of BASES)
    for (const [what, change] of Object.entries(TAMPERED))
      it(`should fail for ${what}: ${base}`, () =>
        assert.equal(checkOf("storage-layout", withBody(base, change)).status, "failed"));

  it("should pass with the ids of another compilation, and detect another struct member", () => {
    assert.equal(checkOf("storage-layout", withLayouts(STRUCT, RENUMBERED)).status, "passed");
    const other = JSON.parse(JSON.stringify(RENUMBERED).replace('"low"', '"least"'));
    const check = checkOf("storage-layout", withLayouts(STRUCT, other));
    assert.equal(check.status, "failed");
    assert.include(check.actual, "box.least");
  });

  it("should take a build's struct that contains itself for no layout", () => {
    const endless = structuredClone(STRUCT);
    for (const member of endless.types["t_struct(Box)7_storage"].members)
      member.type = "t_struct(Box)7_storage";
    assert.equal(checkOf("storage-layout", withLayouts(endless, STRUCT)).status, "skipped");
  });

  it("should skip where one of the two has no Solidity layout", () => {
    for (const [built, stored] of [
      [undefined, STRUCT],
      ["text", STRUCT],
      [{ storage: 1 }, STRUCT],
      [{ storage: 1, types: {} }, STRUCT],
      [{ storage: [], types: 1 }, STRUCT],
      [STRUCT, null],
      [STRUCT, {}],
    ]) {
      const check = checkOf("storage-layout", withLayouts(built, stored));
      assert.equal(check.status, "skipped");
      assert.isNotEmpty(check.reason);
    }
  });

  it("should fail for a layout in Vyper's format", () => {
    const vyper = { counter: { type: "uint256", slot: 0, n_slots: 1 } };
    assert.equal(checkOf("storage-layout", withLayouts(STRUCT, vyper)).status, "failed");
  });

  it("should never pass a build file that only looks like a layout", () => {
    const check = checkOf("storage-layout", withLayouts({ storage: [null], types: {} }, STRUCT));
    assert.include(["unknown", "failed"], check.status);
  });

  it("should read what the service sends", () =>
    assert.deepNestedInclude(decodedRecord(recording("plain").record.body), {
      "storageLayout.storage[0].label": "count",
    }));
});
