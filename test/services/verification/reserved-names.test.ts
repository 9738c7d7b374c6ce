import { assert } from "chai";
import { findReservedName } from "../../../src/internal/services/verification/reserved-names.ts";

const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"] as const;

/** Each place of a name in a record, as JSON. */
const PLACES: Readonly<Record<string, (name: string) => string>> = {
  "a contract's name": (name) => `{"compilation": {"name": "${name}"}}`,
  "the path of a contract": (name) => `{"compilation": {"fullyQualifiedName": "${name}:Vault"}}`,
  "a fully qualified name": (name) => `{"compilation": {"fullyQualifiedName": "src/A.sol:${name}"}}`,
  "a source": (name) => `{"sources": {"${name}": {"content": ""}}}`,
  "a source of the input": (name) => `{"stdJsonInput": {"sources": {"${name}": {"content": ""}}}}`,
  "a contract of the output": (name) => `{"stdJsonOutput": {"contracts": {"A.sol": {"${name}": {}}}}}`,
  metadata: (name) => `{"metadata": {"${name}": {}}}`,
  "a source of the metadata": (name) => `{"metadata": {"sources": {"${name}": {}}}}`,
  "a compilation target": (name) => `{"metadata": {"settings": {"compilationTarget": {"A.sol": "${name}"}}}}`,
  "the path of a compilation target": (name) =>
    `{"metadata": {"settings": {"compilationTarget": {"${name}": "A"}}}}`,
  "a library of the metadata": (name) => `{"metadata": {"settings": {"libraries": {"${name}:A": "0x"}}}}`,
  "a file of the link references": (name) => `{"runtimeBytecode": {"linkReferences": {"${name}": {}}}}`,
  "a library of the link references": (name) =>
    `{"creationBytecode": {"linkReferences": {"A.sol": {"${name}": []}}}}`,
  "a library's address": (name) =>
    `{"runtimeBytecode": {"transformationValues": {"libraries": {"A.sol:${name}": "0x"}}}}`,
};

describe("services - names in a record that every object inherits", () => {
  for (const [what, place] of Object.entries(PLACES))
    it(`should be found: ${what}`, () => {
      for (const name of NAMES) assert.isDefined(findReservedName(place(name)), name);
      assert.isUndefined(findReservedName(place("contracts/constructor.sol")));
    });

  it("should find __proto__ as a key at any depth and in any spelling", () => {
    for (const json of ['{"abi": [{"__proto__": {}}]}', '{"a": {"\\u005f_proto__": 1}}'])
      assert.equal(findReservedName(json), "__proto__");
  });

  it("should allow such names where they are legitimate", () => {
    for (const json of [
      '{"devdoc": {"methods": {"constructor": {}}}, "abi": [{"type": "constructor"}]}',
      '{"metadata": {"output": {"devdoc": {"methods": {"constructor": {}}}}}}',
      '{"sources": {"A.sol": {"content": "{\\"__proto__\\": 1}"}}}',
      '{"storageLayout": {"toString": {"type": "uint256", "slot": 0}}}',
      "no JSON",
    ])
      assert.isUndefined(findReservedName(json), json);
  });
});
