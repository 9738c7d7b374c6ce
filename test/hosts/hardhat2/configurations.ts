import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { Hardhat2Project } from "./project.ts";

const MODULE = '{ "private": true, "type": "module" }';
const COMMON_JS = '{ "private": true }';
const TSC = path.join("node_modules", "typescript", "bin", "tsc");
const HOOK = new URL("../../helpers/package/record-required.mjs", import.meta.url).href;

const REQUIRED = `require("hardhat-verify-contract/hardhat2");
module.exports = { solidity: "0.8.28", verifyContract: {} };
`;
const IMPORTED = `import "hardhat-verify-contract/hardhat2";
export default { solidity: "0.8.28", verifyContract: {} };
`;
const TYPED = `import "hardhat-verify-contract/hardhat2";
import type { HardhatUserConfig } from "hardhat/config";

const config: HardhatUserConfig = { solidity: "0.8.28", verifyContract: { minMatch: "exact_match" } };
export default config;
`;

/** The limit for all files that a configuration loads. */
const MOST_BYTES = 24_576;

function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

/** The file, its text, package.json, and tsconfig.json. */
type Configuration = readonly [file: string, text: string, manifest: string, tsconfig?: string];

function tsconfigOf(module: string, moduleResolution: string, more: object = {}, files?: readonly string[]) {
  const compilerOptions = { module, moduleResolution, strict: true, esModuleInterop: true, ...more };
  return JSON.stringify({ compilerOptions, files });
}
const NODE16 = tsconfigOf("Node16", "Node16");
const COMMONJS = tsconfigOf("commonjs", "node10");
/** The kinds that work with Hardhat 2.29.1; it doesn't load any other. */
const CONFIGURATIONS: Readonly<Record<string, Configuration>> = {
  JavaScript: ["hardhat.config.js", REQUIRED, COMMON_JS],
  "CommonJS in an ES module package": ["hardhat.config.cjs", REQUIRED, MODULE],
  "an ES module": ["hardhat.config.js", IMPORTED, MODULE],
  "TypeScript with module CommonJS": ["hardhat.config.ts", TYPED, COMMON_JS, COMMONJS],
  "TypeScript with module Node16": ["hardhat.config.ts", TYPED, COMMON_JS, NODE16],
  "CommonJS TypeScript": ["hardhat.config.cts", TYPED, MODULE, NODE16],
};

describe("Hardhat 2 - configurations", () => {
  for (const [kind, [file, text, manifest, tsconfig]] of Object.entries(CONFIGURATIONS))
    it(`should have the tasks in ${kind}: ${file}`, async () => {
      await using project = await Hardhat2Project.of({
        [file]: text,
        "package.json": manifest,
        ...(tsconfig === undefined ? {} : { "tsconfig.json": tsconfig }),
      });
      const { exitCode, stdout, stderr } = await project.hardhat(["help"]);
      assert.equal(exitCode, 0, stderr);
      for (const task of ["", ":check", ":deployments", ":preflight", ":lock", ":merge", ":serve", ":status"])
        assert.match(stdout, new RegExp(`^  verify-contract${task}\\s`, "m"));
      // The task itself comes from an ES module, and reads verifyContract.
      const used = await project.hardhat(["verify-contract:check", "0x12"]);
      assert.match(used.stderr, /^VC102 /, used.stdout);
    });

  it("should be typed in every module resolution, and reject a mistyped key", async () => {
    const script = `import hre from "hardhat";
import { type Report, verifyContract, VerifyContractError } from "hardhat-verify-contract/hardhat2";

export async function run(): Promise<Report> {
  const report = await verifyContract({ address: "0x12", minMatch: "match", connection: hre.network }, hre);
  if (report.contracts[0]?.error !== undefined) throw new VerifyContractError("VC101");
  return report;
}
`;
    await using project = await Hardhat2Project.of({ "hardhat.config.ts": TYPED, "scripts/run.ts": script });
    for (const [module, moduleResolution] of [
      ["commonjs", "node10"],
      ["node16", "node16"],
      ["nodenext", "nodenext"],
      ["esnext", "bundler"],
    ] as const) {
      // Hardhat's own declarations need `skipLibCheck`. An error in ours is also an error of the file that imports it.
      const more = { target: "es2022", noEmit: true, skipLibCheck: true };
      const files = ["hardhat.config.ts", "scripts/run.ts"];
      await project.write({ "tsconfig.json": tsconfigOf(module, moduleResolution, more, files) });
      const good = await project.node([TSC, "-p", "."]);
      assert.equal(good.stdout, "", module);
    }
    await project.write({ "hardhat.config.ts": TYPED.replace("minMatch", "minMatches") });
    assert.match((await project.node([TSC, "-p", "."])).stdout, /TS2561|TS2353/);
    // Hardhat's own type check, with ts-node.
    const checked = await project.hardhat(["--typecheck", "help"]);
    assert.notEqual(checked.exitCode, 0);
    await project.write({ "hardhat.config.ts": TYPED, "tsconfig.json": NODE16 });
    assert.equal((await project.hardhat(["--typecheck", "help"])).exitCode, 0);
  });

  it("should load only the declaration and the option table for `hardhat help`, and no package", async () => {
    const loaded = async (config: string): Promise<readonly string[]> => {
      await using project = await Hardhat2Project.of({ "hardhat.config.js": config });
      const record = path.join(project.root, "loads");
      const run = await project.hardhat(["help"], { NODE_OPTIONS: `--import ${HOOK}`, RECORD_LOADS: record });
      assert.equal(run.exitCode, 0, run.stderr);
      return [...new Set((await readFile(record, "utf8")).trim().split("\n"))];
    };
    const without = new Set(await loaded('module.exports = { solidity: "0.8.28" };\n'));
    const added = (await loaded(REQUIRED)).filter((file) => !without.has(file));
    const ours = added.filter((file) => file.includes("hardhat-verify-contract"));
    // The entry point, the declaration of the tasks, and the modules shared with Hardhat 3: options and help.
    assert.isAtMost(ours.length, 6, ours.join("\n"));
    assert.isAtMost(sizeOf(ours), MOST_BYTES);
    // Hardhat's configuration loads hardhat/config.
    const expected = /node_modules\/hardhat\/|\/hardhat\.config\.js$/;
    assert.deepEqual(
      added.filter((file) => !ours.includes(file) && !expected.test(file)),
      [],
    );
  });

  it("should name the right entry if Hardhat 2 loads Hardhat 3's plugin", async () => {
    const required = 'require("hardhat-verify-contract");\nmodule.exports = { solidity: "0.8.28" };\n';
    const imported =
      'import plugin from "hardhat-verify-contract";\nexport default { plugins: [plugin], solidity: "0.8.28" };\n';
    for (const [file, text, manifest] of [
      ["hardhat.config.js", required, COMMON_JS],
      ["hardhat.config.ts", imported, COMMON_JS],
      ["hardhat.config.js", imported, MODULE],
    ] as const) {
      const files = { [file]: text, "package.json": manifest, "tsconfig.json": NODE16 };
      await using project = await Hardhat2Project.of(files);
      const { exitCode, stderr } = await project.hardhat(["help"]);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /^Error in plugin hardhat-verify-contract: .*require\("hardhat-verify-contract\/hardhat2"/,
      );
    }
  });
});
