import { assert } from "chai";
import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import { ContractSources, decodeImmutables } from "../../../src/internal/solidity/values/named-values.ts";
import { compileWith } from "../../helpers/compile.ts";

function inputOf(sources: Readonly<Record<string, string>>): StandardJsonInput {
  return {
    language: "Solidity",
    sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
    settings: {
      outputSelection: { "*": { "": ["ast"], "*": ["evm.deployedBytecode.immutableReferences"] } },
    },
  };
}

/** The names of immutables by ID, from the compiler's syntax trees. */
function namesIn(value: unknown, names = new Map<string, string>()): ReadonlyMap<string, string> {
  if (Array.isArray(value)) for (const each of value) namesIn(each, names);
  else if (typeof value === "object" && value !== null) {
    const { id, nodeType, name, mutability } = value as Readonly<Record<string, unknown>>;
    if (nodeType === "VariableDeclaration" && mutability === "immutable") names.set(String(id), String(name));
    for (const each of Object.values(value)) namesIn(each, names);
  }
  return names;
}

/** Compares each immutable's name with the one in the compiler's syntax trees, where its ID is that of its references. */
function compareAll(compiler: string, sources: Readonly<Record<string, string>>) {
  const { input, output } = compileWith(compiler, inputOf(sources));
  const names = namesIn(Reflect.get(output, "sources"));
  const unnamed: string[] = [];
  const named: string[] = [];
  for (const [source, contracts] of Object.entries(output.contracts))
    for (const [name, { evm }] of Object.entries(contracts)) {
      const references = evm.deployedBytecode.immutableReferences ?? {};
      if (Object.keys(references).length === 0) continue;
      const declared = ContractSources.of(input, source)?.immutablesOf(source, name);
      const values = Object.fromEntries(Object.keys(references).map((id) => [id, `0x${"00".repeat(32)}`]));
      const decoded = declared && decodeImmutables(values, references, declared);
      if (decoded === undefined) {
        unnamed.push(`${source}:${name}`);
        continue;
      }
      for (const it of decoded) assert.equal(it.name, names.get(it.id), `${source}:${name} ${it.id}`);
      named.push(name);
    }
  return { named, unnamed };
}

const TRICKY = {
  "z/Base.sol": `pragma solidity >=0.6.5; // contract Fake { uint immutable a; }
    enum Level { Low, High }
    abstract contract Base { uint public immutable a = 1; string constant b = "contract X { uint immutable y; }";
      function f() internal view returns (uint) { if (a > 0) { return a; } return 0; } }
    contract Other { uint immutable unused = 4; function g() public view returns (uint) { return unused; } }`,
  "a/Token.sol": `pragma solidity >=0.6.5; /* contract Base {} */
    import { Base as Root, Level } from "../z/Base.sol";
    import * as All from "../z/Base.sol";
    interface IThing { function x() external; }
    contract Token is Root, All.Other {
      enum Kind { None, Some }
      IThing public immutable thing; Kind immutable public kind; Level immutable internal level;
      bytes4 private immutable selector = IThing.x.selector; int8 immutable small = -2;
      address payable immutable owner; bool immutable flag = true;
      CONSTRUCTOR { thing = IThing(msg.sender); kind = Kind.Some; level = Level.High; owner = OWNER; }
      function all() public view returns (bytes32) { return keccak256(abi.encode(thing, kind, level, selector, small, owner, flag)); }
    }`,
};

/** Adapts the sources to 0.6, which requires a constructor's visibility and doesn't convert to payable. */
function tricky(compiler: string): Readonly<Record<string, string>> {
  const isOld = compiler === "0.6.12";
  const written = TRICKY["a/Token.sol"]
    .replace("CONSTRUCTOR", isOld ? "constructor() public" : "constructor()")
    .replace("OWNER", isOld ? "msg.sender" : "payable(msg.sender)");
  return { ...TRICKY, "a/Token.sol": written };
}

describe("solidity - names of immutables", () => {
  for (const compiler of ["0.6.12", "0.8.28"])
    it(`agree with the syntax trees of ${compiler}`, function () {
      this.timeout(60_000);
      assert.deepEqual(compareAll(compiler, tricky(compiler)), {
        named: ["Token", "Other"],
        unnamed: [],
      });
    });

  it("come with types, and enums with members", () => {
    const declared = ContractSources.of(inputOf(tricky("0.8.28")), "a/Token.sol")?.immutablesOf(
      "a/Token.sol",
      "Token",
    );
    const word = (end: string, fill = "0") => `0x${end.padStart(64, fill)}`;
    const words = [
      ...[word("5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".toLowerCase()), word("1"), word("1")],
      ...[`0x01020304${"00".repeat(28)}`, word("fe", "f"), word("ff".repeat(21))],
      ...[word("1"), word("7"), word("4")],
    ];
    const ids = words.map((_, index) => String(index + 8));
    const values = Object.fromEntries(ids.map((id, index) => [id, words[index] ?? ""]));
    const references = Object.fromEntries(ids.map((id) => [id, [{ start: 0, length: 32 }]]));
    const shown = decodeImmutables(values, references, declared ?? [])?.map(
      ({ name, contract, declaredType, type, value, member }) => [
        contract,
        name,
        declaredType ?? type,
        member ?? value,
      ],
    );
    assert.deepEqual(shown, [
      ["Token", "thing", "contract IThing", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
      ["Token", "kind", "enum Token.Kind", "Some"],
      ["Token", "level", "enum Level", "High"],
      ["Token", "selector", "bytes4", "0x01020304"],
      ["Token", "small", "int8", "-2"],
      // Too long for an address, so the word itself is shown.
      ["Token", "owner", "address", word("ff".repeat(21))],
      ["Token", "flag", "bool", "true"],
      ["Base", "a", "uint256", "7"],
      ["Other", "unused", "uint256", "4"],
    ]);
  });

  it("are left out if an immutable has no reference, or if two bases share a name", () => {
    const sources = (extra: string) => ({
      "a.sol": `contract A { uint immutable x; } ${extra}`,
      "b.sol": 'import "./a.sol"; contract B is A {}',
    });
    const declared = ContractSources.of(inputOf(sources("")), "b.sol")?.immutablesOf("b.sol", "B") ?? [];
    assert.lengthOf(declared, 1);
    assert.isUndefined(decodeImmutables({}, {}, declared));
    const twice = {
      ...sources(""),
      "c.sol": "contract A {}",
      "b.sol": 'import "./a.sol"; import {A as C} from "./c.sol"; contract B is A {}',
    };
    assert.isUndefined(ContractSources.of(inputOf(twice), "b.sol")?.immutablesOf("b.sol", "B"));
  });
});
