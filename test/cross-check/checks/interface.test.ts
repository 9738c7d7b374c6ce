import { assert } from "chai";
import { id } from "ethers/hash";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { itFails, itFailsFor, itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  type Body,
  type Change,
  checkOf,
  evidenceOf,
  set,
  statusOf,
  withBody,
  withBuildOf,
} from "../../helpers/cross-check/one-check.ts";
import { VERIFIED } from "../../helpers/cross-check/recorded-evidence.ts";

type Fragment = Readonly<Record<string, unknown>>;

/** The form that compilers before 0.6 write. */
function saidTwice(fragments: readonly Fragment[]): readonly Fragment[] {
  return fragments.map((fragment) => {
    const { stateMutability: mutability, type } = fragment;
    if (typeof mutability !== "string") return fragment;
    const constant = type === "function" ? { constant: mutability === "view" || mutability === "pure" } : {};
    return { ...fragment, ...constant, payable: mutability === "payable" };
  });
}

describe("cross-check - abi", () => {
  itFails("abi", {
    "a missing entry": (body) => body.abi.pop(),
    "a duplicate entry": (body) => body.abi.push(body.abi[0]),
    "another entry": set("abi.0", (old) => ({ ...old, name: "other" })),
    "an output type": set("abi", (old) =>
      old.with(-1, { ...old.at(-1), outputs: [{ ...old.at(-1).outputs[0], type: "uint128" }] }),
    ),
    "the mutability of a function": set("abi", (old) =>
      old.with(-1, { ...old.at(-1), stateMutability: "payable" }),
    ),
  });

  // Foundry omits the redundant keys of compilers before 0.6.
  const asOldCompiler = withBody("plain", (body) => {
    body.abi = saidTwice(body.abi);
    body.metadata.output.abi = saidTwice(body.metadata.output.abi);
  });
  const pure = (entry: Fragment) =>
    entry.stateMutability === "view" ? { ...entry, stateMutability: "pure" } : entry;
  itHas("abi", {
    passed: { "a build without the redundant keys of compilers before 0.6": asOldCompiler },
    failed: {
      "a build with another mutability": withBuildOf(asOldCompiler, ({ compiled }) => ({
        compiled: compiled && { ...compiled, abi: compiled.abi.map(pure) },
      })),
      "a record's own metadata with another mutability in the old keys": withBody(
        "plain",
        set("abi", (old) => saidTwice(old)),
      ),
    },
  });
});

const signature = (text: string) => ({
  signature: text,
  signatureHash32: id(text),
  signatureHash4: id(text).slice(0, 10),
});

describe("cross-check - signatures", () => {
  itFailsFor("signatures", {
    plain: {
      "a function's signature": set("signatures.function.0.signature", "steal()"),
      "a function's hash": set("signatures.function.0.signatureHash32", id("steal()")),
      "a selector that is too long": set("signatures.function.0", (old) => ({
        ...old,
        signatureHash4: old.signatureHash32,
      })),
      "a function with valid hashes that isn't in the ABI": (body) =>
        body.signatures.function.push(signature("steal()")),
      "an additional function in the ABI": (body) =>
        body.abi.push({ type: "function", name: "more", inputs: [], outputs: [], stateMutability: "view" }),
      "an event that isn't in the ABI": set("signatures.event", [signature("Stolen(address)")]),
      "an error that isn't in the ABI": set("signatures.error", [signature("Stolen()")]),
      "types in another spelling": set("signatures.function.0", (old) =>
        signature(old.signature.replace("(", "( ")),
      ),
    },
  });

  it("should pass every recorded verification, in any order and letter case, with duplicates", () => {
    for (const name of VERIFIED) {
      assert.equal(statusOf("signatures", evidenceOf(name)), "passed", name);
      const upper = withBody(name, ({ signatures }) => {
        signatures.function.reverse();
        signatures.function.push(signatures.function[0]);
        for (const each of signatures.function)
          each.signatureHash32 = `0x${each.signatureHash32.slice(2).toUpperCase()}`;
      });
      assert.equal(statusOf("signatures", upper), "passed", name);
    }
  });

  const pointer = {
    type: "function",
    name: "keep",
    inputs: [{ name: "box", type: "Maths.Box storage" }],
    outputs: [],
    stateMutability: "nonpayable",
  };
  const hash = `0x${"00".repeat(32)}`;
  const notUtf8 = { signature: "x\ud800", signatureHash32: hash, signatureHash4: "0x00000000" };
  itHas("signatures", {
    passed: {
      "a library function with a storage pointer, without a signature": withBody("library-itself", (body) =>
        body.abi.push(pointer),
      ),
      "a library function with a storage pointer": withBody("library-itself", (body) => {
        body.abi.push(pointer);
        body.signatures.function.push(signature("keep(Maths.Box storage)"));
      }),
    },
    failed: {
      "a missing signature": withBody("plain", (body) => body.signatures.function.pop()),
      "text that isn't valid Unicode": withBody("plain", set("signatures.event", [notUtf8])),
    },
    unknown: {
      "no signatures": withBody("plain", set("signatures.function", [])),
      "no signatures field": withBody("plain", set("signatures", null)),
      "no ABI": withBody("plain", set("abi", null)),
    },
  });
});

const IN_LAYOUT: Readonly<Record<string, Change>> = {
  "another slot": set("storageLayout.storage.0.slot", "7"),
  "another type": ({ storageLayout }) => Object.assign(typeOfFirst(storageLayout), { label: "int256" }),
  "a missing variable": (body) => body.storageLayout.storage.pop(),
  "an additional variable": ({ storageLayout: { storage } }) => storage.push({ ...storage[0], slot: "99" }),
};

function typeOfFirst({ storage, types }: Body): Body {
  return types[storage[0].type];
}

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

/** The same struct with another compilation's ids. */
const RENUMBERED = JSON.parse(
  JSON.stringify(STRUCT).replaceAll("(Box)7", "(Box)70").replace('"astId":9', '"astId":90'),
) as typeof STRUCT;

/** Thirty structs, each with two members of the next struct's type, and a last member of its own. */
function createNestedStructs(next: (index: number) => number) {
  const member = (label: string, type: string) => ({ label, offset: 0, slot: "0", type });
  const types = Array.from({ length: 30 }, (_, index) => {
    const type = `t${next(index)}`;
    const members = [member("one", type), member("two", type), member("last", "t_uint128")];
    return [`t${index}`, { label: "struct S", numberOfBytes: "32", members }] as const;
  });
  return {
    storage: [member("all", "t0")],
    types: { ...Object.fromEntries(types), t_uint128: STRUCT.types.t_uint128 },
  };
}

function withLayouts(built: unknown, stored: object | string | null | undefined): Evidence {
  const evidence = withBody("plain", set("storageLayout", stored));
  return withBuildOf(evidence, ({ compiled }) => ({
    compiled: compiled && { ...compiled, storageLayout: built },
  }));
}

describe("cross-check - storage-layout", () => {
  for (const [what, change] of Object.entries(IN_LAYOUT))
    it(`should fail for ${what}`, () =>
      assert.equal(statusOf("storage-layout", withBody("plain", change)), "failed"));

  it("should detect another struct member, and name it", () => {
    const other = JSON.parse(JSON.stringify(RENUMBERED).replace('"low"', '"least"'));
    const check = checkOf("storage-layout", withLayouts(STRUCT, other));
    assert.equal(check.status, "failed");
    assert.include(check.actual, "box.least");
  });

  it("should compare each type once, even if nested structs repeat it a billion times", () => {
    for (const next of [(index: number) => index + 1, () => 0]) {
      const layout = createNestedStructs(next);
      const other = JSON.parse(JSON.stringify(layout).replace('"last"', '"least"'));
      assert.equal(statusOf("storage-layout", withLayouts(layout, layout)), "passed");
      assert.equal(statusOf("storage-layout", withLayouts(layout, other)), "failed");
      assert.equal(statusOf("storage-layout", withLayouts(STRUCT, layout)), "failed");
    }
  });

  it("should detect another type inside a mapping or an array", () => {
    for (const part of ["key", "value", "base"]) {
      const layout = structuredClone(STRUCT);
      Object.assign(layout.types["t_struct(Box)7_storage"], { members: [], [part]: "t_uint128" });
      const differing = JSON.parse(JSON.stringify(layout).replace('"uint128"', '"int128"'));
      assert.equal(statusOf("storage-layout", withLayouts(layout, layout)), "passed");
      assert.include(checkOf("storage-layout", withLayouts(layout, differing)).actual, `int128 box[${part}]`);
    }
  });

  itHas("storage-layout", {
    passed: { "the ids of another compilation": withLayouts(STRUCT, RENUMBERED) },
    failed: {
      "a layout in Vyper's format": withLayouts(STRUCT, {
        counter: { type: "uint256", slot: 0, n_slots: 1 },
      }),
    },
    skipped: {
      "no layout in the build": withLayouts(undefined, STRUCT),
      "text as the build's layout": withLayouts("text", STRUCT),
      "variables that are a number": withLayouts({ storage: 1 }, STRUCT),
      "variables that are a number, with types": withLayouts({ storage: 1, types: {} }, STRUCT),
      "types that are a number": withLayouts({ storage: [], types: 1 }, STRUCT),
      "no stored layout": withLayouts(STRUCT, null),
      "an empty stored layout": withLayouts(STRUCT, {}),
    },
  });

  it("should never pass a build file that only looks like a layout", () =>
    assert.include(
      ["unknown", "failed"],
      statusOf("storage-layout", withLayouts({ storage: [null], types: {} }, STRUCT)),
    ));
});
