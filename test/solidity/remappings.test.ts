import { assert } from "chai";

import { parseRemappings, remap } from "../../src/internal/solidity/import-closure.ts";

describe("solidity - remappings", () => {
  it("are parsed like the compiler does: the context ends at the first colon", () =>
    assert.deepEqual(parseRemappings(["a=b", "x/:a=b", "x:y:a=b", ":a=b", "a=", "a=b=c", "a=https://b"]), [
      { context: "", prefix: "a", target: "b" },
      { context: "x/", prefix: "a", target: "b" },
      { context: "x", prefix: "y:a", target: "b" },
      { context: "", prefix: "a", target: "b" },
      { context: "", prefix: "a", target: "" },
      { context: "", prefix: "a", target: "b=c" },
      { context: "", prefix: "a", target: "https://b" },
    ]));

  it("are empty without the setting, and malformed entries are skipped", () => {
    for (const none of [undefined, null, {}, "a=b"]) assert.isEmpty(parseRemappings(none));
    assert.isEmpty(parseRemappings(["a", 1, null, {}]));
  });

  for (const [what, [remappings, importer, name, expected]] of Object.entries({
    "without a fitting one": [["b/=c/"], "x.sol", "a/1.sol", "a/1.sol"],
    "with a fitting prefix": [["a/=c/"], "x.sol", "a/1.sol", "c/1.sol"],
    "the longest prefix wins": [["a/b/=long/", "a/=short/"], "x.sol", "a/b/1.sol", "long/1.sol"],
    "the longest context wins over a longer prefix": [
      ["a/b/=p/", "x/:a/=c/"],
      "x/y.sol",
      "a/b/1.sol",
      "c/b/1.sol",
    ],
    "another context is ignored": [["z/:a/=c/"], "x/y.sol", "a/1.sol", "a/1.sol"],
    "the last of equals wins": [["a/=first/", "a/=last/"], "x.sol", "a/1.sol", "last/1.sol"],
    "each is applied once": [["a/=b/", "b/=c/"], "x.sol", "a/1.sol", "b/1.sol"],
  } as const))
    it(`are applied like the compiler does: ${what}`, () =>
      assert.equal(remap(name, importer, parseRemappings([...remappings])), expected));
});
