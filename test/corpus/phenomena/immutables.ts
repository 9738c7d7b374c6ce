import { EXACT, MATCH, type Phenomenon } from "../../helpers/corpus/phenomenon.ts";
import { one } from "./sources.ts";

const several = `contract Several {
  address public immutable owner; uint256 public immutable limit; bytes4 public immutable tag; bool public immutable on;
  constructor(address o, uint256 l, bytes4 t) { owner = o; limit = l; tag = t; on = l > 3; }
  function check(uint256 v) external view returns (bool) { return v < limit && v + limit > 3 && on && msg.sender == owner; }
  function half() external view returns (uint256) { return limit / 2; }
}`;
const several_args = ["0x00000000000000000000000000000000000000aa", 1_000n, "0x01020304"];
const severalDeployment = { kind: "transaction", args: several_args } as const;

/** Values that a constructor writes into the code. */
export const IMMUTABLES: readonly Phenomenon[] = [
  {
    name: "one immutable",
    deployed: one("Single", "contract Single { uint256 public immutable at = block.timestamp; }"),
    gives: EXACT,
  },
  {
    name: "several immutables, some at several places",
    deployed: one("Several", several),
    deployment: severalDeployment,
    gives: EXACT,
  },
  {
    name: "immutables with other AST ids",
    deployed: one("Several", several),
    build: one(
      "Several",
      `contract Before { uint256 public a; function f() external { a = 1; } }\n${several}`,
    ),
    deployment: severalDeployment,
    gives: MATCH,
  },
  {
    name: "immutables in the reverse order",
    deployed: one(
      "Pair",
      "contract Pair { uint256 public immutable a; uint256 public immutable b; constructor() { a = 1; b = 2; } }",
    ),
    build: one(
      "Pair",
      "contract Pair { uint256 public immutable b; uint256 public immutable a; constructor() { a = 1; b = 2; } }",
    ),
    gives: { creation: "none", runtime: "match" },
  },
  {
    name: "immutable that nothing reads",
    deployed: one(
      "Unread",
      "contract Unread { uint256 immutable a; constructor() { a = 1; } function f() external pure returns (uint256) { return 4; } }",
    ),
    gives: EXACT,
  },
  {
    name: "immutables of base contracts",
    deployed: one(
      "Child",
      `abstract contract A { uint256 internal immutable a; constructor(uint256 v) { a = v; } }
abstract contract B is A { uint256 internal immutable b; constructor(uint256 v) A(v + 1) { b = v; } }
contract Child is B { constructor() B(7) { } function sum() external view returns (uint256) { return a + b; } }`,
    ),
    gives: EXACT,
  },
  {
    name: "immutable of a user-defined value type",
    deployed: one(
      "Typed",
      `type Price is uint128;
contract Typed { Price public immutable price; address public immutable hook; constructor() { price = Price.wrap(3); hook = this.f.address; }
  function f() external { } }`,
    ),
    gives: EXACT,
  },
  {
    name: "immutables in 0.6.12",
    deployed: {
      ...one("Old", "contract Old { uint256 public immutable a = block.number; }", "pragma solidity ^0.6.5;"),
      compiler: "0.6.12",
    },
    gives: EXACT,
  },
  {
    name: "viaIR with immutables",
    deployed: { ...one("Several", several), settings: { viaIR: true } },
    deployment: severalDeployment,
    gives: EXACT,
  },
];
