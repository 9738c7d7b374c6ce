import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { assert } from "chai";

const manifest: { readonly exports: Readonly<Record<string, string | { readonly default: string }>> } =
  JSON.parse(readFileSync("package.json", "utf8"));

describe("package - exports", () => {
  for (const [entry, target] of Object.entries(manifest.exports)) {
    const file = typeof target === "string" ? target : target.default;
    if (!file.endsWith(".js")) continue;
    it(`should include ${entry} by its public name`, async () => {
      const url = import.meta.resolve(entry.replace(/^\./, "hardhat-verify-contract"));
      assert.isTrue(url.endsWith(file.slice(1)), url);
      await import(url);
    });
  }

  it("should name the right entry if Hardhat 2's is loaded with Hardhat 3", async () => {
    const loading = import(import.meta.resolve("hardhat-verify-contract/hardhat2"));
    const error = String(await loading.catch((thrown: unknown) => thrown));
    assert.match(error, /this is Hardhat 3\.\d+\.\d+: /);
    assert.include(error, 'write import hardhatVerifyContract from "hardhat-verify-contract"');
  });

  it("should provide the plugin to require as well", () => {
    const required: { readonly default: { readonly id: string } } = createRequire(import.meta.url)(
      "hardhat-verify-contract",
    );
    assert.equal(required.default.id, "hardhat-verify-contract");
  });
});
