import { readFileSync } from "node:fs";
import { assert } from "chai";

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

describe("package - install scripts", () => {
  const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"),
  );
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);

  it("should not exist in any dependency, because npm warns about each", () => {
    const installed = withScript.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);
    assert.deepEqual(
      installed.map(([path]) => path),
      [],
    );
  });

  it("should be recorded in the lock file", () => {
    assert.include(
      withScript.map(([path]) => path),
      "node_modules/esbuild",
    );
  });
});
