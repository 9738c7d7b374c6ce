import { assert } from "chai";

import type { SolidityStorageLayout, StorageVariable } from "../../src/internal/domain/record.ts";
import { isWalkable } from "../../src/internal/domain/storage-layout.ts";

const variable = (type: string, label = "x"): StorageVariable => ({ label, offset: 0, slot: "0", type });
const struct = (members: readonly StorageVariable[], label = "struct S") => ({
  label,
  numberOfBytes: "32",
  members,
});
const layout = (types: SolidityStorageLayout["types"], label?: string): SolidityStorageLayout => ({
  storage: [variable("t0", label)],
  types,
});
const many = (type: string, label?: string) => Array.from({ length: 1000 }, () => variable(type, label));
const uint = { t9: { label: "uint256", numberOfBytes: "32" } };

describe("domain - a storage layout that someone else wrote", () => {
  for (const [what, each] of [
    ["no variables", { storage: [], types: null }],
    ["1,000 members", layout({ t0: struct(many("t9")), ...uint })],
    [
      "a mapping to a struct of mappings to it",
      layout({ t0: { ...uint.t9, value: "t1" }, t1: struct(many("t0")) }),
    ],
  ] as const)
    it(`should be walked through: ${what}`, () => {
      assert.isTrue(isWalkable(each));
    });

  for (const [what, each] of [
    ["a struct in itself", layout({ t0: struct([variable("t0")]) })],
    ["a million members", layout({ t0: struct(many("t1")), t1: struct(many("t9")), ...uint })],
    [
      "1,000 members of a variable with a name of 100 kB",
      layout({ t0: struct(many("t9")), ...uint }, "x".repeat(1e5)),
    ],
    [
      "1,000 members of a type with a name of 100 kB",
      layout({ t0: struct(many("t1")), t1: struct([], "x".repeat(1e5)) }),
    ],
    [
      "100 structs of 1,000 members with names of 1 kB, behind mappings",
      layout({
        t0: { ...uint.t9, value: "s0" },
        t1: struct([], "x".repeat(1000)),
        ...Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`s${at}`, struct(many("t1"))])),
      }),
    ],
  ] as const)
    it(`should not be walked through: ${what}`, () => {
      assert.isFalse(isWalkable(each));
    });
});
