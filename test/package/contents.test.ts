import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { assert } from "chai";

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

describe("package - contents", () => {
  let files: readonly string[];

  before(() => {
    const output = execFileSync(
      "npm",
      ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"],
      {
        encoding: "utf8",
      },
    );
    const [packed]: readonly Packed[] = JSON.parse(output);
    assert.isDefined(packed);
    files = packed.files.map(({ path }) => path);
  });

  it("should publish the sources, what is built from them, the schemas and the papers", () => {
    const top = new Set(files.map((path) => path.split("/")[0]));
    const papers = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "docs"];
    const wanted = [...papers, "dist", "package.json", "schemas", "src"];
    assert.sameMembers([...top], wanted);
  });

  it("should publish one built module for each source, with its types and source map", () => {
    const built = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => `dist/${path.replace(/\.ts$/, "")}`)
      .flatMap((path) => [`${path}.js`, `${path}.js.map`, `${path}.d.ts`, `${path}.d.ts.map`]);
    assert.sameMembers(
      files.filter((path) => path.startsWith("dist/")),
      built,
    );
  });

  it("should publish nothing that is not there", () => {
    assert.deepEqual(
      files.filter((path) => !existsSync(path)),
      [],
    );
  });
});
