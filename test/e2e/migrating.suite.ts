import { cp, readFile, rename, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { type TemporaryFolder, temporaryFolder } from "../helpers/build-files.ts";
import type { CliRun } from "../helpers/cli.ts";
import { BOX } from "../helpers/contracts.ts";
import { deploy } from "../helpers/deploy.ts";
import { caseFolder, type DeploymentCase } from "../helpers/deployment-cases.ts";
import { plain } from "../helpers/plain-cli.ts";
import { HARDHAT } from "../helpers/project.ts";
import { replayDeployments } from "../helpers/replay-deployments.ts";
import { startNode } from "../helpers/running-process.ts";
import { type PrivateWorld, privateWorld } from "../helpers/world.ts";
import { COMPILER_OF_PROXIES, Hardhat2Project, WITH_COMPILER } from "../hosts/hardhat2/project.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const INSTALL = ["npm", "install", "--save-dev", "hardhat-verify-contract"];
/** The documented node. */
const NODE = "https://testnet.hashio.io/api";
const DOCUMENTED = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
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

/** The documented configuration with the local node, compiler and services. */
function configOfHardhat2(world: PrivateWorld, documented: string): Readonly<Record<string, string>> {
  return {
    "documented.config.js": documented.replaceAll(NODE, world.chain.rpcUrl),
    "hardhat.config.js": `${WITH_COMPILER}
module.exports = { ...require("./documented.config.js"), verifyContract: ${JSON.stringify(world.config)} };
`,
  };
}

describe("e2e - docs/migrating.md, as it is written", () => {
  let world: PrivateWorld;
  let folder: TemporaryFolder;

  beforeEach(async () => {
    world = await privateWorld(undefined, { compilers: [COMPILER_OF_PROXIES] });
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
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

  it("should verify with Hardhat 2, also in a script", async () => {
    const recipe = recipeOf("From hardhat-verify 2");
    const { "hardhat.config.js": config = "", ...others } = recipe.files;
    await using project = await Hardhat2Project.of({
      "contracts/Box.sol": BOX,
      ...others,
      ...configOfHardhat2(world, config),
    });
    const compiled = await project.hardhat(["compile"]);
    assert.equal(compiled.exitCode, 0, compiled.stderr);
    const box = await project.artifact("contracts/Box.sol", "Box");
    const { address } = await deploy(world.chain, box, { account: 0, args: [7, "seven"] });
    assert.equal(address, DOCUMENTED);
    const runs = await follow(recipe, world, { hardhat: (words) => project.hardhat(words) });
    assert.lengthOf(runs, 4);
    assert.include(runs[0]?.stdout, "✔ Verified");
    assert.include(runs[2]?.stdout, "! Constructor arguments aren't needed: they are read from the chain.");
  });

  it("should verify what hardhat-deploy 1 deployed", async () => {
    await projectOf("hardhat-deploy-v1");
    const deployments = path.join(folder.path, "deployments");
    await rename(path.join(deployments, "development"), path.join(deployments, "testnet"));
    const { "hardhat.config.js": config = "" } = recipeOf("From hardhat-verify 2").files;
    await using project = await Hardhat2Project.of(configOfHardhat2(world, config));
    await cp(deployments, path.join(project.root, "deployments"), { recursive: true });
    const runs = await follow(recipeOf("From hardhat-deploy's `sourcify`"), world, {
      hardhat: (words) => project.hardhat(words),
    });
    assert.match(runs[0]?.stdout ?? "", /✔ \d+ contracts: /);
    assert.include(await readFile(path.join(project.root, "verify.md"), "utf8"), "Vault");
  });

  it("should verify what rocketh deployed, without a plugin", async () => {
    await projectOf("hardhat-deploy-v2");
    await follow(recipeOf("From rocketh's verifier"), world, {
      "hardhat-verify-contract": (words) => plain(folder.path, words, environmentOf(world)),
    });
    assert.isNotEmpty(world.verification.submissions);
  });

  it("should verify what forge deployed", async () => {
    await projectOf("foundry-libraries");
    const toml = path.join(folder.path, "foundry.toml");
    const aliases = `\n[rpc_endpoints]\ntestnet = "${world.chain.rpcUrl}"\n`;
    await writeFile(toml, (await readFile(toml, "utf8")) + aliases);
    const runs = await follow(recipeOf("From `forge verify-contract`"), world, {
      "hardhat-verify-contract": (words) => plain(folder.path, words, environmentOf(world)),
    });
    assert.include(runs[0]?.stdout, "✔ Verified");
  });

  it("should verify by a contract's id, and from an input without a project", async () => {
    await projectOf("foundry");
    await folder.write("input.json", await standardInput(folder.path));
    const runs = await follow(recipeOf("From HashScan"), world, {
      "hardhat-verify-contract": (words) => plain(folder.path, words, environmentOf(world)),
    });
    assert.lengthOf(runs, 3);
    assert.include(runs[0]?.stdout, "0.0.1001");
    assert.include(runs[0]?.stdout, "✔ Verified");
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
