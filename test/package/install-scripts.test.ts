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
  it("should not exist in any dependency, because npm warns about each", () => {
    const withScript = Object.entries(packages).filter(([, each]) => each.hasInstallScript === true);
    const names = (isDev: boolean) =>
      withScript.flatMap(([path, { dev, devOptional }]) =>
        isDev === (dev === true || devOptional === true) ? [path] : [],
      );
    assert.isEmpty(names(false));
    assert.include(names(true), "node_modules/esbuild");
  });
});
