import { createRequire } from "node:module";
import { assert } from "chai";
import { CompilerCache, NoCompilerError } from "../../../src/internal/solidity/compilers/compiler-cache.ts";

const require = createRequire(import.meta.url);
const soljson = (version: string) => ({ path: require.resolve(`solc-${version}/soljson.js`) });

const [OLD, OLDER, NEWER, NEWEST] = [
  { ...soljson("0.5.17"), version: "0.5.17" },
  { ...soljson("0.4.26"), version: "0.4.26" },
  { ...soljson("0.6.12"), version: "0.6.12" },
  { ...soljson("0.7.6"), version: "0.7.6" },
] as const;
const LONG = {
  [OLDER.version]: "0.4.26+commit.4563c3fc",
  [OLD.version]: "0.5.17+commit.d19bba13",
  [NEWER.version]: "0.6.12+commit.27d51765",
};

describe("solidity - the compilers cached by a worker", () => {
  it("should be loaded once, and the last three kept", async () => {
    const cache = new CompilerCache();
    const compilers = [OLDER, OLD, NEWER];
    const find = ({ version }: typeof OLD | typeof OLDER | typeof NEWER) =>
      cache.find(LONG[version], compilers, true);
    const [older, old, newer] = [await find(OLDER), await find(OLD), await find(NEWER)];
    assert.strictEqual(await find(OLDER), older);
    await cache.find("0.7.6+commit.00000000", [NEWEST], true).catch(() => undefined);
    assert.strictEqual(await find(OLDER), older);
    assert.strictEqual(await find(NEWER), newer);
    assert.notStrictEqual(await find(OLD), old);
  });

  it("should be listed with their own version once they are loaded", async () => {
    const cache = new CompilerCache();
    const wanted = (longVersion: string) =>
      cache.find(longVersion, [soljson("0.5.17"), NEWER], true).then(
        () => assert.fail("A compiler was found."),
        (error: unknown) => error,
      );
    const error = await wanted("0.8.28+commit.7893614a");
    assert.instanceOf(error, NoCompilerError);
    assert.include(String(error), "Available: 0.6.12, 0.5.17.");
    const other = await wanted("0.6.12+commit.00000000");
    assert.include(String(other), "Available: 0.6.12+commit.27d51765, 0.5.17.");
  });
});
