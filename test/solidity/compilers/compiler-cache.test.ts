import { assert } from "chai";
import { CompilerCache, NoCompilerError } from "../../../src/internal/solidity/compilers/compiler-cache.ts";
import type { LocalCompiler } from "../../../src/internal/solidity/compilers/find-compilers.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { heldFor } from "../../helpers/held-for.ts";

const LONG_VERSIONS = {
  OLDER: "0.4.26+commit.4563c3fc",
  OLD: "0.5.17+commit.d19bba13",
  NEWER: "0.6.12+commit.27d51765",
  NEWEST: "0.7.6+commit.7338295f",
} as const;
type Name = keyof typeof LONG_VERSIONS;

describe("solidity - the compilers cached by a worker", () => {
  const folder = heldFor(temporaryFolder);
  const compilers = {} as Record<Name, LocalCompiler>;
  before(async () => {
    for (const name of Object.keys(LONG_VERSIONS) as Name[]) compilers[name] = await compiler(name);
  });

  /** A soljson.js that only knows its version. */
  async function compiler(name: Name): Promise<LocalCompiler> {
    const script = `const functions = { solidity_version: () => "${LONG_VERSIONS[name]}" };
module.exports = { _solidity_version() {}, _solidity_compile() {}, cwrap: (name) => functions[name] };`;
    const path = await folder.write(`${name}.js`, script);
    return { path, version: LONG_VERSIONS[name].replace(/\+.*/, "") };
  }

  it("should be loaded once, and the last three kept", async () => {
    const cache = new CompilerCache();
    const { OLDER, OLD, NEWER, NEWEST } = compilers;
    const find = (name: Name) => cache.find(LONG_VERSIONS[name], [OLDER, OLD, NEWER], true);
    const [older, old, newer] = [await find("OLDER"), await find("OLD"), await find("NEWER")];
    assert.strictEqual(await find("OLDER"), older);
    await cache.find("0.7.6+commit.00000000", [NEWEST], true).catch(() => undefined);
    assert.strictEqual(await find("OLDER"), older);
    assert.strictEqual(await find("NEWER"), newer);
    assert.notStrictEqual(await find("OLD"), old);
  });

  it("should be listed with their own version once they are loaded", async () => {
    const cache = new CompilerCache();
    const wanted = (longVersion: string) =>
      cache.find(longVersion, [{ path: compilers.OLD.path }, compilers.NEWER], true).then(
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
