import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert } from "chai";

import { type CliRun, only, startHardhat, verifyJson } from "../helpers/cli.ts";
import { COMPILER_VERSION } from "../helpers/compile.ts";
import { type Deployed, deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { screenOf } from "../helpers/screen.ts";
import { theWorld, type World } from "../helpers/world.ts";

const require = createRequire(import.meta.url);

/** A native compiler, as far as one can tell from outside: it prints a version and takes standard JSON. */
const _NATIVE = `#!${process.execPath}
const { readFileSync } = require("node:fs");
if (process.argv.includes("--version")) console.log("Version: ${COMPILER_VERSION}.Linux.g++");
else process.stdout.write(require(${JSON.stringify(require.resolve("solc"))}).compile(readFileSync(0, "utf8")));
`;

describe("e2e - verify-contract check --recompile", () => {
  let world: World;
  let project: Project;
  let verified: Deployed;
  let cache: string;

  before(async () => {
    world = await theWorld();
    project = await fixtureProject("many-contracts");
    verified = await deploy(world.chain, await project.artifact("contracts/Counter.sol", "Counter"), {
      account: 5,
    });
    await verifyJson(project, [verified.address]);
    cache = await mkdtemp(join(tmpdir(), "verify-contract-cache-"));
  });
  beforeEach(() => world.reset());
  after(() => rm(cache, { recursive: true }));

  /** Where the package `solc` is not installed, with a compiler in the configuration, and Hardhat's folder for its own. */
  const recompile = async (solidity: unknown, ...args: readonly string[]): Promise<CliRun> => {
    const other = await project.copy();
    await other.edit(
      "hardhat.config.ts",
      (text) => `${text.replace(/^const compiler = .*$/m, `const compiler = ${JSON.stringify(solidity)};`)}`,
    );
    const hook = new URL("../helpers/without-package.mjs", import.meta.url).href;
    const env = {
      NODE_OPTIONS: `--import ${hook}`,
      TEST_MISSING_PACKAGE: "solc",
      XDG_CACHE_HOME: cache,
    };
    const running = await startHardhat(
      other,
      ["verify-contract", "check", verified.address, "--recompile", ...args],
      { env },
    );
    return running.ended;
  };
  const statusIn = (run: CliRun): string | undefined =>
    only(parseReport(run.stdout)).checks.find(({ id }) => id === "recompiled-here")?.status;

  it("should compile by the soljson.js that the configuration names, without the package solc", async () => {
    const run = await recompile({ version: "0.8.28", path: require.resolve("solc/soljson.js") }, "--json");
    assert.equal(statusIn(run), "passed", run.stdout + run.stderr);
    assert.equal(run.exitCode, 0);
  });

  it("should say how to get a compiler that is not there, and not to run the same again", async () => {
    const run = await recompile({ version: "0.8.19", path: require.resolve("solc-0.8.19/soljson.js") });
    assert.equal(run.exitCode, 1, run.stdout + run.stderr);
    expectGolden("cli/no-compiler.txt", screenOf(run, project, world));
  });
});
