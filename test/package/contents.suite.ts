import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import { assert } from "chai";
import { builtContents } from "../helpers/package/built-contents.ts";
import { type PackedProject, packedProject } from "../helpers/package/packed.ts";

const MOST_FILES = 150;
const MOST_BYTES = 500_000;
const LICENSES = "dist/third-party-licenses.txt";
const MANIFEST: { readonly [key in "dependencies" | "peerDependencies" | "exports"]: object } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const OWN = "hardhat-verify-contract";
const INSTALLED = [...Object.keys({ ...MANIFEST.dependencies, ...MANIFEST.peerDependencies }), OWN];

describe("package - contents", () => {
  let project: PackedProject;

  before(() => {
    project = packedProject();
  });

  it("should be the build, the schemas, and the page that `explain` prints, and small", () => {
    const top = new Set(project.files.map((path) => path.split("/")[0]));
    const papers = ["LICENSE", "README.md", "docs"];
    assert.sameMembers([...top], ["action", "dist", "package.json", "schemas", ...papers]);
    assert.isAtMost(project.files.length, MOST_FILES);
    assert.isAtMost(project.bytes, MOST_BYTES);
  });

  it("should include only modules and declarations, with each source in one module", () => {
    const built = project.files.filter((path) => path.startsWith("dist/") && path !== LICENSES);
    assert.isEmpty(built.filter((path) => !/\.(c?js|d\.c?ts)$/.test(path)));
    const sources = builtSources().filter((source) => source.startsWith("src/"));
    assert.isAbove(sources.length, 100);
    assert.lengthOf(sources, new Set(sources).size);
  });

  it("should use dynamic imports only in small modules, because Hardhat's loader rewrites them", () => {
    const importing = textsOf(/^dist\/.*\.js$/).filter((text) =>
      /import\("\.\/|\(path\) => import\(path\)/.test(text),
    );
    assert.isAbove(importing.length, 1);
    assert.isAtMost(Math.max(...importing.map((text) => text.length)), 4_000);
  });

  it("should include each bundled package's license, and import only installed packages", () => {
    const inside = new Set(
      builtSources().flatMap((source) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
    );
    assert.includeMembers([...inside], ["ethers", "zod"]);
    const licenses = `\n${readFileSync(LICENSES, "utf8")}`;
    for (const name of inside) assert.include(licenses, `\n${name} `);
    const pattern = /(?:\bimport|\bfrom|\bimport\()"((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[\w./-]*)?"/g;
    const imported = namesIn(textsOf(/\.c?js$/), pattern).filter((name) => !builtinModules.includes(name));
    assert.isNotEmpty(imported);
    assert.includeMembers(INSTALLED, imported);
  });

  it("should include exactly the declarations that the exported ones need", () => {
    const declarations = project.files.filter((path) => /\.d\.c?ts$/.test(path));
    const entries = filesIn(MANIFEST.exports)
      .filter((file) => /\.c?js$/.test(file))
      .map((file) => declarationOf(posix.normalize(file)));
    const named = new Set(declarations.flatMap(declaredIn));
    for (const file of named) assert.include(declarations, file);
    for (const file of declarations) assert.isTrue(named.has(file) || entries.includes(file), file);
  });

  it("should declare types only from installed packages", () => {
    const pattern = /(?:from |import\(|import )"((?:@[^/"]+\/)?[^."/:][^"/:]*)/g;
    assert.includeMembers(INSTALLED, namesIn(textsOf(/\.d\.c?ts$/), pattern));
  });

  it("should describe each report field and configuration key for an editor", () => {
    for (const file of ["commands.d.cts", "report.d.cts"]) {
      const lines = textOf(`dist/internal/${file}`).split("\n");
      const fields = lines.filter((line) => /^readonly \w+\??: (?!\w+;)/.test(line));
      const undescribed = fields.filter((line) => !lines[lines.indexOf(line) - 1]?.endsWith("*/"));
      assert.isAbove(fields.length, 10);
      assert.deepEqual(undescribed, [], file);
    }
  });

  it("should compile with each entry point", () => {
    const names = Object.keys(MANIFEST.exports)
      // The Hardhat 2 entry is compiled with Hardhat 2, in test/hosts/hardhat2.
      .filter((name) => name !== "./package.json" && name !== "./hardhat2")
      .map((name) => name.replace(/^\./, OWN));
    const imports = names.map((name, index) => `export type * as entry${index} from "${name}";`);
    writeFileSync(join(project.root, "all.ts"), `${imports.join("\n")}\n`);
    const { status, stdout } = spawnSync(
      "node_modules/.bin/tsc",
      [
        ...["--noEmit", "--strict", "--target", "es2024", "--module", "nodenext", "--types", "node"],
        ...["--ignoreConfig", join(project.root, "all.ts")],
      ],
      { encoding: "utf8" },
    );
    const ours = stdout.split("\n").filter((line) => /all\.ts|hardhat-verify-contract/.test(line));
    assert.deepEqual(ours, []);
    assert.isNotNull(status);
  });

  /** A packed file, as installed. */
  function textOf(path: string): string {
    return readFileSync(join(project.root, "node_modules", OWN, path), "utf8");
  }

  function textsOf(pattern: RegExp): readonly string[] {
    return project.files.filter((path) => pattern.test(path)).map(textOf);
  }

  /** The package's declarations that a declaration imports, as paths in the package. */
  function declaredIn(file: string): readonly string[] {
    const paths = namesIn([textOf(file)], /(?:from |import\(|import )"(\.[^"]+)"/g);
    return paths.map((path) => posix.join(posix.dirname(file), declarationOf(path)));
  }
});

function builtSources(): readonly string[] {
  return Object.values(builtContents()).flat();
}

/** The first group of every match. */
function namesIn(texts: readonly string[], pattern: RegExp): string[] {
  return texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = ""]) => name));
}

/** All paths in `exports`, whatever their conditions. */
function filesIn(exports: string | object): readonly string[] {
  return typeof exports === "string" ? [exports] : Object.values(exports).flatMap(filesIn);
}

function declarationOf(module: string): string {
  return module.replace(/\.(c?)[jt]s$/, ".d.$1ts");
}
