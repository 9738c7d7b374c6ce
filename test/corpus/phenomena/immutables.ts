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
  phenomenon("immutables in 0.6.12", EXACT, {
    ...one("Old", "contract Old { uint256 public immutable a = block.number; }", "pragma solidity ^0.6.5;"),
    compiler: "0.6.12",
  }),
];
