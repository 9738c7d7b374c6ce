import { appendFile, cp, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { COMMANDS, flagOf, optionsOf } from "../../src/internal/domain/options.ts";
import { folderForEach } from "../helpers/build-files.ts";
import type { CliRun } from "../helpers/cli.ts";
import { caseFolder, type DeploymentCase } from "../helpers/deployments/fixtures.ts";
import { COMPILER_OF_PROXIES } from "../helpers/deployments/stage.ts";
import { plain } from "../helpers/plain-cli.ts";
import { HARDHAT } from "../helpers/project.ts";
import { replayDeployments } from "../helpers/replay-deployments.ts";
import { startNode } from "../helpers/running-process.ts";
import { type PrivateWorld, privateWorld } from "../helpers/world.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const INSTALL = ["npm", "install", "--save-dev", "hardhat-verify-contract"];
/** The documented node. */
const NODE = "https://testnet.hashio.io/api";
const SOLJSON = fileURLToPath(import.meta.resolve("solc/soljson.js"));

const BLOCK = /^```(\w+)\n([\s\S]*?)^```$/gm;
const NAMED = /^\/\/ (\S+)\n/;
const recipes = await migrationRecipes();

function recipeOf(heading: string): Recipe {
  const found = recipes.find((recipe) => recipe.heading === heading);
  if (found === undefined) throw new Error(`docs/migrating.md has no section "${heading}".`);
  return found;
}

/** Runs a section's commands in order; each must exit with 0. */
async function follow(
  { commands }: Recipe,
  world: PrivateWorld,
  programs: Readonly<Record<string, (words: readonly string[]) => Promise<CliRun>>>,
): Promise<readonly CliRun[]> {
  assert.deepEqual(commands[0], INSTALL);
  const runs: CliRun[] = [];
  for (const [npx, program = "", ...words] of commands.slice(1)) {
    assert.equal(npx, "npx");
    const run = await programs[program]?.(words.map((word) => (word === NODE ? world.chain.rpcUrl : word)));
    if (run === undefined) throw new Error(`Nothing here runs npx ${program}.`);
    assert.equal(run.exitCode, 0, `${program} ${words.join(" ")}\n${run.stdout}${run.stderr}`);
    runs.push(run);
  }
  return runs;
}

function hardhat3(folder: string, words: readonly string[]): Promise<CliRun> {
  const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1" };
  return startNode([HARDHAT, ...words], folder, env).ended;
}

function environmentOf({ chain, verification, query }: PrivateWorld): Readonly<Record<string, string>> {
  return {
    RPC_URL: chain.rpcUrl,
    VERIFY_CONTRACT_VERIFICATION_URL: verification.url,
    VERIFY_CONTRACT_QUERY_URL: query.url,
  };
}

describe("e2e - docs/migrating.md, as it is written", () => {
  let world: PrivateWorld;
  const folder = folderForEach();

  beforeEach(async () => {
    world = await privateWorld(undefined, { compilers: [COMPILER_OF_PROXIES] });
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
  });

  /** The checkout's packages include the compiler. */
  async function projectOf(name: DeploymentCase): Promise<void> {
    await symlink(path.join(CHECKOUT, "node_modules"), path.join(folder.path, "node_modules"), "junction");
    await replayDeployments(world.chain, name);
    await cp(caseFolder(name), folder.path, { recursive: true });
  }

  it("should cover every section", () => {
    const headings = recipes.map(({ heading }) => heading);
    assert.deepEqual(headings, [
      "From hardhat-verify 3",
      "From hardhat-verify 2",
      "From hardhat-deploy's `sourcify`",
      "From rocketh's verifier",
      "From `forge verify-contract`",
      "From HashScan",
    ]);
  });

  it("should name existing tasks and options of Hardhat 2", () => {
    const { commands } = recipeOf("From hardhat-verify 2");
    const all = [...commands, ...recipeOf("From hardhat-deploy's `sourcify`").commands];
    const tasks = all.filter(
      ([, program, name]) => program === "hardhat" && name?.startsWith("verify-contract"),
    );
    assert.isAtLeast(tasks.length, 4);
    for (const [, , name = "", ...words] of tasks) {
      const command = COMMANDS.find((each) => each === (name.split(":")[1] ?? "verify")) ?? assert.fail(name);
      const flags = [...optionsOf(command).map((option) => flagOf(option.name)), "--network"];
      assert.includeMembers(
        flags,
        words.filter((word) => word.startsWith("--")),
        name,
      );
    }
  });

  it("should verify with Hardhat 3, also in a script", async () => {
    const recipe = recipeOf("From hardhat-verify 3");
    await projectOf("ignition");
    const { "hardhat.config.ts": config = "", ...others } = recipe.files;
    for (const [name, text] of Object.entries(others)) await folder.write(name, text);
    await folder.write("package.json", { type: "module" });
    await folder.write("documented.config.ts", config.replaceAll(NODE, world.chain.rpcUrl));
    await folder.write(
      "hardhat.config.ts",
      `import config from "./documented.config.ts";
export default {
  ...config,
  solidity: { version: "0.8.28", path: ${JSON.stringify(SOLJSON)} },
  verifyContract: ${JSON.stringify(world.config)},
};
`,
    );
    const runs = await follow(recipe, world, { hardhat: (words) => hardhat3(folder.path, words) });
    assert.lengthOf(runs, 3);
    assert.include(runs[0]?.stdout, "✔ Verified");
    assert.match(runs[1]?.stdout ?? "", /✔ \d+ contracts: /);
  });

  const plainly: Readonly<Record<string, readonly [DeploymentCase, prepare: () => Promise<unknown>]>> = {
    "From rocketh's verifier": ["hardhat-deploy-v2", async () => {}],
    "From `forge verify-contract`": [
      "foundry-libraries",
      () =>
        appendFile(
          path.join(folder.path, "foundry.toml"),
          `\n[rpc_endpoints]\ntestnet = "${world.chain.rpcUrl}"\n`,
        ),
    ],
    "From HashScan": ["foundry", async () => folder.write("input.json", await standardInput(folder.path))],
  };
  for (const [heading, [name, prepare]] of Object.entries(plainly))
    it(`should verify without a plugin: ${heading}`, async () => {
      await projectOf(name);
      await prepare();
      const runs = await follow(recipeOf(heading), world, {
        "hardhat-verify-contract": (words) => plain(folder.path, words, environmentOf(world)),
      });
      for (const { stdout } of runs) assert.match(stdout, /^✔ /m);
      assert.isNotEmpty(world.verification.submissions);
    });
});

/** The compiler's part of the only build-info: forge keeps more. */
async function standardInput(project: string): Promise<unknown> {
  const buildInfo = path.join(project, "out/build-info/93ca3a978e564736.json");
  const { language, sources, settings } = JSON.parse(await readFile(buildInfo, "utf8")).input;
  return { language, sources, settings };
}

interface Recipe {
  readonly heading: string;
  /** Files by path: code blocks that begin with a path. */
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
}

async function migrationRecipes(): Promise<readonly Recipe[]> {
  const doc = await readFile(new URL("../../docs/migrating.md", import.meta.url), "utf8");
  return doc
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const text = lines.join("\n");
      const now = text.slice(text.search(/^Now\b/m));
      const blocks = [...now.matchAll(BLOCK)].map(([, language = "", code = ""]) => ({ language, code }));
      return {
        heading,
        files: Object.fromEntries(
          blocks.flatMap(({ code }) => {
            const [, name] = NAMED.exec(code) ?? [];
            return name === undefined ? [] : [[name, code] as const];
          }),
        ),
        commands: blocks
          .filter(({ language }) => language === "sh")
          .flatMap(({ code }) => code.trim().split("\n"))
          .map((line) => line.split(" ")),
      };
    });
}
