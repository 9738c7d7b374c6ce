import { createRequire } from "node:module";
import { assert } from "chai";
import { loadSoljson } from "../../../src/internal/solidity/compilers/compiler-cache.ts";

const require = createRequire(import.meta.url);
const wrap = require("solc/wrapper") as (soljson: unknown) => {
  version(): string;
  compile(input: string): string;
};

const input = (content: string): string =>
  JSON.stringify({
    language: "Solidity",
    sources: { "A.sol": { content } },
    settings: { outputSelection: { "*": { "*": ["evm.bytecode.object", "metadata"] } } },
  });

describe("solidity - a soljson.js", () => {
  // One version of each calling convention.
  for (const version of ["0.4.26", "0.5.17", "0.6.12", "0.8.37"]) {
    const path = require.resolve(`solc-${version}/soljson.js`);
    let ours: Awaited<ReturnType<typeof loadSoljson>>;
    before(async () => {
      ours = await loadSoljson(path);
    });

    it(`should compile with ${version} like the solc package`, () => {
      const theirs = wrap(require(path));
      const source = input("contract A { function f() public pure returns (uint) { return 7; } }");
      assert.equal(ours.version(), theirs.version());
      assert.match(ours.version(), new RegExp(`^${version}\\+commit\\.`));
      assert.equal(ours.compile(source), theirs.compile(source));
      assert.match(ours.compile(source), /"object":"6/);
    });

    it(`should name a missing import with ${version}`, () => {
      const { errors } = JSON.parse(ours.compile(input('import "./B.sol"; contract A {}')));
      assert.match(JSON.stringify(errors), /Source \\+"B.sol\\+" not found/);
      // A failed compilation must not affect the next one.
      assert.match(ours.compile(input("contract A {}")), /"object":"6/);
    });
  }

  it("should be rejected if it isn't a compiler", async () => {
    const path = require.resolve("solc/wrapper");
    const error = await loadSoljson(path).catch((reason: unknown) => reason);
    assert.include(String(error), path);
  });
});
