import { EXACT, MATCH, one, type Phenomenon, phenomenon } from "../../helpers/corpus/phenomenon.ts";

const several = `contract Several {
  address public immutable owner; uint256 public immutable limit; bytes4 public immutable tag; bool public immutable on;
  constructor(address o, uint256 l, bytes4 t) { owner = o; limit = l; tag = t; on = l > 3; }
  function check(uint256 v) external view returns (bool) { return v < limit && v + limit > 3 && on && msg.sender == owner; }
  function half() external view returns (uint256) { return limit / 2; }
}`;
const several_args = ["0x00000000000000000000000000000000000000aa", 1_000n, "0x01020304"];
const severalDeployment = { kind: "transaction", args: several_args } as const;

export const IMMUTABLES: readonly Phenomenon[] = [
  phenomenon(
    "one immutable",
    EXACT,
    one("Single", "contract Single { uint256 public immutable at = block.timestamp; }"),
  ),
  phenomenon("several immutables, some at several places", EXACT, one("Several", several), {
    deployment: severalDeployment,
  }),
  phenomenon("immutables with other AST ids", MATCH, one("Several", several), {
    build: one(
      "Several",
      `contract Before { uint256 public a; function f() external { a = 1; } }\n${several}`,
    ),
    deployment: severalDeployment,
  }),
  phenomenon(
    "immutables in the reverse order",
    { creation: "none", runtime: "match" },
    one(
      "Pair",
      "contract Pair { uint256 public immutable a; uint256 public immutable b; constructor() { a = 1; b = 2; } }",
    ),
    {
      build: one(
        "Pair",
        "contract Pair { uint256 public immutable b; uint256 public immutable a; constructor() { a = 1; b = 2; } }",
      ),
    },
  ),
  phenomenon(
    "immutable that nothing reads",
    EXACT,
    one(
      "Unread",
      "contract Unread { uint256 immutable a; constructor() { a = 1; } function f() external pure returns (uint256) { return 4; } }",
    ),
  ),
  phenomenon(
    "immutables of base contracts",
    EXACT,
    one(
      "Child",
      `abstract contract A { uint256 internal immutable a; constructor(uint256 v) { a = v; } }
abstract contract B is A { uint256 internal immutable b; constructor(uint256 v) A(v + 1) { b = v; } }
contract Child is B { constructor() B(7) { } function sum() external view returns (uint256) { return a + b; } }`,
    ),
  ),
  phenomenon(
    "immutable of a user-defined value type",
    EXACT,
    one(
      "Typed",
      `type Price is uint128;
contract Typed { Price public immutable price; address public immutable hook; constructor() { price = Price.wrap(3); hook = this.f.address; }
  function f() external { } }`,
    ),
  ),
  phenomenon("immutables in 0.6.12", EXACT, {
    ...one("Old", "contract Old { uint256 public immutable a = block.number; }", "pragma solidity ^0.6.5;"),
    compiler: "0.6.12",
  }),
  phenomenon(
    "viaIR with immutables",
    EXACT,
    { ...one("Several", several), settings: { viaIR: true } },
    { deployment: severalDeployment },
  ),
];
