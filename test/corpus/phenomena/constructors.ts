import {
  EXACT,
  HEAD,
  one,
  type Phenomenon,
  type Program,
  phenomenon,
} from "../../helpers/corpus/phenomenon.ts";

const OWNER = "0x00000000000000000000000000000000000000aa";

const withArguments = one(
  "Registry",
  `contract Registry {
  address public owner; string public name; uint256[] public limits;
  constructor(address _owner, string memory _name, uint256[] memory _limits) { owner = _owner; name = _name; limits = _limits; }
}`,
);
const owned = one("Owned", "contract Owned { address public owner; constructor(address o) { owner = o; } }");
// Later coders reject dirty bits.
const lenient = one(
  "Lenient",
  "contract Lenient { address public owner; constructor(address o) { owner = o; } }",
  `${HEAD}pragma abicoder v1;`,
);
const structured = one(
  "Structured",
  `contract Structured {
  struct Part { uint8 kind; bytes data; } uint256 public count;
  constructor(Part[] memory parts, bytes4 tag, int16 low, bool on) payable { count = parts.length + uint32(tag) + uint16(low) + (on ? 1 : 0); }
}`,
);
const plain = one("Plain", "contract Plain { uint256 public x = 3; function f() external { x += 1; } }");
const payable_ = one(
  "Payable",
  "contract Payable { uint256 public paid; constructor() payable { paid = msg.value; } }",
);
const word = (hex: string) => hex.replace(/^0x/, "").padStart(64, "0");

const LAX: Program = {
  ...one(
    "Lax",
    "contract Lax { uint256 public x; constructor(uint256 v) public { x = v; } }",
    "pragma solidity ^0.4.22;",
  ),
  compiler: "0.4.26",
};

export const CONSTRUCTORS: readonly Phenomenon[] = [
  phenomenon("plain", EXACT, plain),
  phenomenon("constructor arguments", EXACT, withArguments, {
    deployment: { kind: "transaction", args: [OWNER, "a name ‹é›", [1n, 2n, 3n]] },
  }),
  phenomenon("constructor arguments: structs, and values below zero", EXACT, structured, {
    deployment: {
      kind: "transaction",
      args: [
        [
          [1, "0x0102"],
          [2, "0x"],
        ],
        "0x01020304",
        -5,
        true,
      ],
      value: 1n,
    },
  }),
  phenomenon(
    "constructor arguments with dirty high bits of an address",
    { creation: "none", runtime: "exact_match" },
    lenient,
    { deployment: { kind: "transaction", tail: `ff${word(OWNER).slice(2)}` } },
  ),
  {
    name: "constructor arguments encoded, but not canonically",
    deployed: one("Named", "contract Named { bytes public name; constructor(bytes memory n) { name = n; } }"),
    // The text starts one word later than necessary.
    deployment: {
      kind: "transaction",
      tail: `${word("40")}${word("")}${word("02")}${"abcd".padEnd(64, "0")}`,
    },
    gives: { creation: "none", runtime: "exact_match" },
  },
  phenomenon("bytes after the constructor arguments", { creation: "none", runtime: "exact_match" }, owned, {
    deployment: { kind: "transaction", tail: `${word(OWNER)}deadbeef` },
  }),
  phenomenon(
    "bytes after the creation code, and a constructor without parameters",
    { creation: "none", runtime: "exact_match" },
    plain,
    { deployment: { kind: "transaction", tail: "deadbeef" } },
  ),
  phenomenon(
    "constructor argument that nothing reads",
    EXACT,
    one("Idle", "contract Idle { constructor(address) payable { } }"),
    { deployment: { kind: "transaction", tail: word("0") } },
  ),
  phenomenon("constructor arguments left out, in 0.4.26, which does not mind", EXACT, LAX, {
    deployment: { kind: "transaction", tail: "" },
  }),
  phenomenon(
    "constructor argument that is cut off, in 0.4.26",
    { creation: "none", runtime: "exact_match" },
    LAX,
    { deployment: { kind: "transaction", tail: "1234" } },
  ),
  phenomenon(
    "constructor argument that is a text, and no UTF-8",
    { creation: "none", runtime: "exact_match" },
    one("Text", "contract Text { string public s; constructor(string memory t) { s = t; } }"),
    { deployment: { kind: "transaction", tail: `${word("20")}${word("02")}${"ff80".padEnd(64, "0")}` } },
  ),
  phenomenon(
    "constructor argument that is a function",
    { creation: "none", runtime: "exact_match" },
    one("Hook", "contract Hook { address public a; constructor(function() external f) { a = f.address; } }"),
    { deployment: { kind: "transaction", tail: `${OWNER.slice(2)}01020304${"0".repeat(16)}` } },
  ),
  phenomenon(
    "constructor arguments: an enum, a contract, a user-defined type and fixed arrays",
    EXACT,
    one(
      "Mixed",
      "type Price is uint64; enum Kind { A, B } contract Mixed { uint256 public x; constructor(Kind k, Mixed m, Price p, uint8[2][] memory a, bytes3 b) { x = uint256(k) + Price.unwrap(p) + a.length + uint24(b) + uint160(address(m)); } }",
    ),
    {
      deployment: {
        kind: "transaction",
        args: [
          1,
          OWNER,
          3n,
          [
            [1, 2],
            [3, 4],
          ],
          "0x010203",
        ],
      },
    },
  ),
  phenomenon("created with value", EXACT, payable_, { deployment: { kind: "transaction", value: 12_345n } }),
  phenomenon(
    "constructor that calls functions of its base",
    EXACT,
    one(
      "Derived",
      `abstract contract Base { uint256 public x; constructor(uint256 v) { set(v); } function set(uint256 v) internal virtual { x = v; } }
contract Derived is Base { constructor(uint256 v) Base(v * 2) { } function set(uint256 v) internal override { x = v + 1; } }`,
    ),
    { deployment: { kind: "transaction", args: [21n] } },
  ),
  phenomenon("creation transaction not told, and found by the service", EXACT, plain, {
    deployment: { kind: "transaction", isTransactionUnknown: true },
    unpredicted: {
      sides: ["creation"],
      because: "the plugin searches for it before; here it is kept from it",
    },
  }),
  phenomenon(
    "constructor's body differs",
    { creation: "none", runtime: "match" },
    one("Start", "contract Start { uint256 public x; constructor() { x = 5; } }"),
    { build: one("Start", "contract Start { uint256 public x; constructor() { x = 60000; } }") },
  ),
  phenomenon(
    "constructor's body differs, in the same length",
    { creation: "none", runtime: "match" },
    one("Start", "contract Start { uint256 public x; constructor() { x = 5; } }"),
    { build: one("Start", "contract Start { uint256 public x; constructor() { x = 6; } }") },
  ),
  phenomenon(
    "constructor that stores another code than the compiler's",
    { creation: "match", runtime: "none" },
    one(
      "Other",
      `contract Other { uint256 public x; constructor() { assembly { mstore(0, shl(240, 0x6000)) return(0, 2) } } }`,
    ),
  ),
  phenomenon(
    "constructor argument's type is another one, in the same encoding",
    { creation: "match", runtime: "match" },
    one("Typed", "contract Typed { uint256 public x; constructor(uint256 v) { x = v; } }"),
    {
      build: one("Typed", "contract Typed { uint256 public x; constructor(uint256 other) { x = other; } }"),
      deployment: { kind: "transaction", args: [9n] },
    },
  ),
];
