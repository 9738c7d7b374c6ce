import { assert } from "chai";
import { findAbiProblem } from "../../src/internal/domain/abi.ts";

const withType = (type: unknown, more: object = {}) => [
  { type: "function", name: "f", inputs: [{ name: "x", type, ...more }], outputs: [] },
];

function nested(depth: number): readonly unknown[] {
  let parameter: object = { name: "x", type: "uint256" };
  for (let at = 0; at < depth; at++) parameter = { name: "x", type: "tuple", components: [parameter] };
  return [{ type: "function", name: "f", inputs: [parameter] }];
}

describe("domain - a third-party ABI", () => {
  for (const [what, abi] of [
    ["an empty list", []],
    ["arrays in arrays", withType("uint256[][3][7][]")],
    ["a library's storage pointer", withType("mapping(address => uint256) storage")],
    ["10,000 parameters", [{ type: "error", inputs: Array(10_000).fill({ name: "x", type: "uint8" }) }]],
  ] as const)
    it(`should accept ${what}`, () => assert.isUndefined(findAbiProblem(abi)));

  for (const [what, abi] of Object.entries({
    "a type with half a million nested arrays": withType(`uint256${"[]".repeat(500_000)}`),
    "a parameter that is null": [{ type: "function", name: "f", inputs: [null] }],
    "a 1 MB name": [{ type: "function", name: "f".repeat(1e6) }],
    "tuples nested 50,000 deep": nested(50_000),
    "an array of a billion elements": withType("uint256[1000000000]"),
    "100,000 parameters": [{ type: "error", inputs: Array(100_000).fill({ name: "x", type: "uint8" }) }],
    "100,000 dimensions": Array(300).fill(withType(`uint8${"[]".repeat(400)}`)),
  } as const))
    it(`should refuse ${what}`, () => assert.isString(findAbiProblem(abi)));
});
