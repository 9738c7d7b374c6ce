import { assert } from "chai";
import { AbiCoder } from "ethers/abi";
import { CODER, readConstructorArguments } from "../../src/internal/bytecode/decoded-value.ts";
import { compile, contractOf } from "../helpers/compile.ts";
import { counter, NAMED } from "../helpers/contracts.ts";

const named = () => contractOf(compile({ "contracts/Named.sol": NAMED }), "contracts/Named.sol", "Named").abi;
const encoded = AbiCoder.defaultAbiCoder().encode(["uint256", "string"], [5, "abc"]);

describe("bytecode - constructor arguments", () => {
  it("decodes the bytes after the creation code", () =>
    assert.deepEqual(readConstructorArguments(encoded, named()), {
      encoded,
      decoded: [
        { name: "y", type: "uint256", value: "5" },
        { name: "text", type: "string", value: "abc" },
      ],
    }));

  it("reads no byte twice, because overlapping arrays can decode to a thousand times their size", () => {
    const word = (value: number) => value.toString(16).padStart(64, "0");
    const shared = Array.from({ length: 500 }, () => word(500 * 32)).join("");
    const tail = `0x${word(32)}${word(500)}${shared}${word(500)}${word(7).repeat(500)}`;
    assert.throws(() => CODER.decode(["uint256[][]"], tail), /inflation/);
    const inputs = [{ name: "x", type: "uint256[][]" }];
    const read = readConstructorArguments(tail, [{ type: "constructor", inputs }]);
    assert.deepEqual(read, { encoded: tail, decoded: null });
  });

  it("decodes nothing with an invalid constructor ABI, and prints nothing", () =>
    assertSilent(() => {
      for (const inputs of [[{ name: "x", type: "\u001b[2Jevil" }], [{ name: "x" }], "none"])
        assert.deepEqual(readConstructorArguments(encoded, [{ type: "constructor", inputs }]), {
          encoded,
          decoded: null,
        });
    }));

  it("include struct fields, source types and enum members", () => {
    const point = [
      { name: "owner", type: "address", internalType: "contract IOwner" },
      { name: "kind", type: "uint8", internalType: "enum Kind" },
    ];
    const inputs = [
      { name: "one", type: "tuple", internalType: "struct Point", components: point },
      { name: "many", type: "tuple[]", internalType: "struct Point[]", components: point },
      { name: "kind", type: "uint8", internalType: "enum Other" },
      { name: "limit", type: "uint256", internalType: "uint256" },
    ];
    const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const struct = "tuple(address,uint8)";
    const tail = AbiCoder.defaultAbiCoder().encode(
      [struct, `${struct}[]`, "uint8", "uint256"],
      [[address, 1], [[address, 0]], 1, 5],
    );
    const membersOf = (type: string) => (type === "enum Kind" ? ["Open", "Closed"] : undefined);
    const owner = { name: "owner", type: "address", value: address, declaredType: "contract IOwner" };
    const fields = (value: number, member: string) => [
      owner,
      { name: "kind", type: "uint8", value: String(value), declaredType: "enum Kind", member },
    ];
    const types = { type: "tuple", declaredType: "struct Point" };
    const element = { name: "", ...types, value: `[${address}, 0]`, fields: fields(0, "Open") };
    assert.deepEqual(readConstructorArguments(tail, [{ type: "constructor", inputs }], membersOf)?.decoded, [
      { name: "one", ...types, value: `[${address}, 1]`, fields: fields(1, "Closed") },
      {
        name: "many",
        type: "tuple[]",
        declaredType: "struct Point[]",
        value: `[[${address}, 0]]`,
        fields: [element],
      },
      { name: "kind", type: "uint8", value: "1", declaredType: "enum Other" },
      { name: "limit", type: "uint256", value: "5" },
    ]);
  });

  it("are null if there are neither parameters nor bytes", () => {
    assert.isNull(
      readConstructorArguments("0x", contractOf(counter(), "contracts/Counter.sol", "Counter").abi),
    );
    assert.isNull(readConstructorArguments("0x", []));
  });

  for (const [what, [tail, abi]] of Object.entries({
    "no bytes for a constructor with parameters": ["0x", named],
    "bytes for a constructor without parameters": ["0x00", () => []],
    "bytes after the last argument": [`${encoded}00`, named],
    "dirt in the padding": [encoded.replace(/0{10}$/, "0000000001"), named],
    "an offset that differs from the compiler's encoding": [
      `${encoded.slice(0, 66)}${"60".padStart(64, "0")}${"0".repeat(64)}${encoded.slice(130)}`,
      named,
    ],
    "text that isn't UTF-8": [encoded.replace("616263", "fffefd"), named],
  } as const))
    it(`does not decode ${what}`, () =>
      assert.deepEqual(readConstructorArguments(tail, abi()), { encoded: tail, decoded: null }));
});

/** Asserts that nothing is written to the console meanwhile. */
function assertSilent(work: () => void): void {
  const written: unknown[] = [];
  // biome-ignore-start lint/suspicious/noConsole: the test watches what others write
  const { log } = console;
  console.log = (...texts) => written.push(texts);
  try {
    work();
  } finally {
    console.log = log;
  }
  // biome-ignore-end lint/suspicious/noConsole: the test watches what others write
  assert.isEmpty(written);
}
