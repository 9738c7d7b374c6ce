import { readFileSync } from "node:fs";
import { assert } from "chai";

const manifest: { readonly exports: Readonly<Record<string, string | { readonly default: string }>> } =
  JSON.parse(readFileSync("package.json", "utf8"));

describe("package - exports", () => {
  it("should have the entry points that the documentation names", () => {
    assert.sameMembers(Object.keys(manifest.exports), [
      ".",
      "./config",
      "./hardhat2",
      "./verify",
      "./services",
      "./report",
      "./local",
      "./package.json",
    ]);
  });

  for (const [entry, target] of Object.entries(manifest.exports)) {
    const file = typeof target === "string" ? target : target.default;
    // That of Hardhat 2 refuses to be loaded beside Hardhat 3.
    if (!file.endsWith(".js")) continue;
    it(`should load ${entry} by its public name`, async () => {
      const url = import.meta.resolve(entry.replace(/^\./, "hardhat-verify-contract"));
      assert.isTrue(url.endsWith(file.slice(1)), url);
      await import(url);
    });
  }
});
