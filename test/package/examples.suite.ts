import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { assert } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Example {
  /** File and line, for messages. */
  readonly where: string;
  readonly code: string;
}

/** Every `@example` in a docstring, and every TypeScript block in three documents. */
async function examples(): Promise<readonly Example[]> {
  const found: Example[] = [];
  for (const file of globSync("src/**/*.ts", { cwd: ROOT }).sort()) {
    const text = await readFile(join(ROOT, file), "utf8");
    assert.notMatch(text, /^ *\* @example +\S/m, `${file}: an example begins on a line of its own`);
    for (const match of text.matchAll(/^ *\* @example\n((?: *\*(?!\/).*\n)+)/gm)) {
      const [code = ""] = (match[1] ?? "").replace(/^ *\* ?/gm, "").split(/^@/m);
      const line = text.slice(0, match.index).split("\n").length;
      found.push({ where: `${file}:${line}`, code });
    }
  }
  for (const file of ["docs/services.md", "docs/command-line.md", "docs/programs.md"]) {
    const page = await readFile(join(ROOT, file), "utf8");
    for (const [index, match] of [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].entries()) {
      found.push({ where: `${file}, block ${index + 1}`, code: match[1] ?? "" });
    }
  }
  return found;
}

describe("package - examples in the docstrings", () => {
  let all: readonly Example[];
  let folder: string;

  before(async () => {
    all = await examples();
    // Inside the checkout, so that the compiler finds the packages that examples import.
    folder = await mkdtemp(join(ROOT, ".tmp-examples-"));
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("should exist for every public class and function", async () => {
    const files = all.map(({ where }) => where.replace(/:.*/, ""));
    const clients = ["verification", "query", "status"].map((name) => `services/${name}/${name}-service`);
    const inside = ["local/start", ...clients].map((name) => `internal/${name}`);
    for (const name of ["config", "services", "verify", ...inside]) assert.include(files, `src/${name}.ts`);
    assert.isAbove(all.length, 20);
  });

  it("should be complete, with an import from the package", () => {
    for (const { where, code } of all) assert.match(code, /from "hardhat-verify-contract\//, where);
  });

  it("should compile", async () => {
    for (const [index, { code }] of all.entries()) await writeFile(join(folder, `example-${index}.ts`), code);
    const paths = { "hardhat-verify-contract/*": [join(ROOT, "src/*.ts")] };
    const compilerOptions = { noEmit: true, types: ["node"], moduleDetection: "force", paths };
    const include = ["*.ts", join(ROOT, "src/internal/hosts/hardhat3/type-extensions.ts")];
    const tsconfig = { extends: join(ROOT, "tsconfig.json"), compilerOptions, include };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const problems = await promisify(execFile)(process.execPath, [tsc, "-p", folder], { cwd: ROOT }).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
    const named = problems.replace(/\S*example-(\d+)\.ts/g, (_, index) => all[Number(index)]?.where ?? "?");
    assert.equal(named, "");
  });
});
