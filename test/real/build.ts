import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join, posix } from "node:path";
import { writeLargeInputCompiler } from "../../bench/support/large-input-compiler.ts";
import { foundryBinary } from "../build-fixtures/anvil.ts";
import { run } from "../build-fixtures/run.ts";
import { HARDHAT, TEST_CONFIG } from "../helpers/project.ts";
import { copySources } from "./copy-sources.ts";
import {
  compilersOf,
  installProjectPackages,
  longVersionOf,
  type PlacedCompiler,
  type RealProject,
  SCRATCH,
  type Settings,
  soljsonOf,
  type Workspace,
} from "./project.ts";

/** Hardhat 3's configuration, which has the plugin. */
const HARDHAT_CONFIG = TEST_CONFIG;
export const HARDHAT2_CONFIG = "hardhat2.config.cjs";

function hardhatConfig({ builder, sources }: RealProject, placed: readonly PlacedCompiler[]): string {
  const compilers = placed.map(({ version, soljson, settings }) => ({ version, path: soljson, settings }));
  const solidity = { compilers };
  const own =
    builder === "hardhat2" || builder === "forge"
      ? {}
      : { paths: { sources: sources ?? "contracts" }, solidity };
  return `import hardhatVerifyContract from "hardhat-verify-contract";

export default {
  ...${JSON.stringify(own)},
  plugins: [hardhatVerifyContract],
  networks: { localhost: { type: "http", url: process.env.RPC_URL ?? "http://127.0.0.1:8545" } },
  verifyContract: JSON.parse(process.env.TEST_VERIFY_CONTRACT ?? "{}"),
};
`;
}

function hardhat2Config({ sources }: RealProject, placed: readonly PlacedCompiler[]): string {
  const builds = placed.map(({ version, soljson }) => [
    version,
    { version, longVersion: longVersionOf(version), compilerPath: soljson, isSolcJs: true },
  ]);
  const compilers = placed.map(({ version, settings }) => ({ version, settings }));
  return `const { subtask } = require("hardhat/config");
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require("hardhat/builtin-tasks/task-names");

// The compilers of the solc packages, so that none has to be downloaded.
const builds = ${JSON.stringify(Object.fromEntries(builds))};
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async ({ solcVersion }) => builds[solcVersion]);

module.exports = {
  solidity: ${JSON.stringify({ compilers })},
  paths: { sources: ${JSON.stringify(sources ?? "contracts")} },
};
`;
}

const COMPILER = "solc.cjs";

async function buildWithForge(workspace: Workspace, tools: string): Promise<void> {
  const { root, project, compilers } = workspace;
  const [compiler] = compilers;
  if (compiler === undefined || compilers.length > 1)
    throw new Error(`${project.name} has several compilers, and forge gets one.`);
  const forge = foundryBinary(tools, "forge");
  if (!existsSync(forge))
    throw new Error(`packages/tools has no forge for ${process.platform} ${process.arch}.`);
  writeFileSync(join(root, "foundry.toml"), foundryToml(workspace));
  writeFileSync(join(root, COMPILER), compilerCommand(compiler.soljson));
  chmodSync(join(root, COMPILER), 0o755);
  await run(forge, ["build", ...(project.buildInfo === true ? ["--build-info"] : [])], root);
}

function foundryToml({ project, root }: Workspace): string {
  const { settings, sources, folder = "contracts", remappings = {} } = project;
  const own = Object.entries(remappings).map(([prefix, path]) => `${prefix}=${join(folder, path)}`);
  const lines = {
    src: sources ?? "contracts",
    test: "no-tests",
    script: "no-scripts",
    out: "out",
    libs: ["node_modules"],
    solc: `./${COMPILER}`,
    auto_detect_remappings: false,
    remappings: [...own, ...dependencies(root)],
    optimizer: settings.optimizer?.enabled ?? false,
    optimizer_runs: settings.optimizer?.runs ?? 200,
    via_ir: settings.viaIR ?? false,
    bytecode_hash: settings.metadata?.bytecodeHash ?? "ipfs",
    ...(settings.evmVersion === undefined ? {} : { evm_version: settings.evmVersion }),
  };
  const toml = Object.entries(lines).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `[profile.default]\n${[...toml, ...optimizerDetails(settings)].join("\n")}\n`;
}

function optimizerDetails({ optimizer }: Settings): readonly string[] {
  if (optimizer?.details === undefined) return [];
  const { yul, yulDetails } = optimizer.details;
  return [
    `[profile.default.optimizer_details]\nyul = ${yul}`,
    `[profile.default.optimizer_details.yulDetails]\noptimizerSteps = ${JSON.stringify(yulDetails.optimizerSteps)}`,
  ];
}

/** Maps the copied packages to their import names. */
function dependencies(root: string): readonly string[] {
  const modules = join(root, "node_modules");
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
    )
    .map((name) => `${name}/=node_modules/${name}/`);
}

/** forge runs compilers as commands; this one wraps the solc package. */
function compilerCommand(soljson: string): string {
  const wrapper = createRequire(import.meta.url).resolve("solc/wrapper");
  return `#!/usr/bin/env node
const { readFileSync } = require("node:fs");
const solc = require(${JSON.stringify(wrapper)})(require(${JSON.stringify(soljson)}));

if (process.argv.includes("--version")) {
  process.stdout.write(\`solc, the solidity compiler commandline interface\\nVersion: \${solc.version()}\\n\`);
} else if (process.argv.includes("--standard-json")) {
  process.stdout.write(solc.compile(readFileSync(0, "utf8")));
} else {
  process.stderr.write(\`Unknown options: \${process.argv.slice(2).join(" ")}\\n\`);
  process.exitCode = 1;
}
`;
}

/** Source files that a build depends on. */
const MAKERS = ["build.ts", "copy-sources.ts", "project.ts"];

/** Skips everything that an earlier run has done. */
export async function buildProject(project: RealProject): Promise<Workspace> {
  const packages = posix.normalize((await installProjectPackages(project.packages)).replaceAll("\\", "/"));
  const root = join(SCRATCH, "projects", project.name);
  const compilers = compilersOf(project).map((compiler) => ({
    ...compiler,
    soljson: join(root, `soljson-${compiler.version}.cjs`),
  }));
  const stamp = join(root, "built.json");
  const key = keyOf(project, packages);
  const kept = existsSync(stamp) ? JSON.parse(readFileSync(stamp, "utf8")) : {};
  if (kept.key === key) return { project, root, compilers, picked: new Set(kept.picked) };

  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const isCompiled = project.builder === "packaged" || project.builder === "records";
  const picked = isCompiled ? new Set<string>() : copySources(project, packages, root);
  for (const compiler of compilers) await placeCompiler(compiler, packages);
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module", private: true }));
  writeFileSync(join(root, HARDHAT_CONFIG), hardhatConfig(project, compilers));
  writeFileSync(join(root, HARDHAT2_CONFIG), hardhat2Config(project, compilers));
  const workspace: Workspace = { project, root, compilers, picked };
  switch (project.builder) {
    case "hardhat3":
      await buildWithHardhat3(workspace);
      break;
    case "hardhat2":
      await buildWithHardhat2(workspace, await installProjectPackages("tools"));
      break;
    case "forge":
      await buildWithForge(workspace, await installProjectPackages("tools"));
      break;
    case "packaged":
      copyPackagedBuild(workspace, packages);
      await buildWithHardhat3(workspace);
      break;
    case "records":
      copyRecords(workspace, packages);
      await buildWithHardhat3(workspace);
  }
  writeFileSync(stamp, JSON.stringify({ key, picked: [...picked] }));
  return workspace;
}

const OWN_CONTRACT = "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\n\ncontract Own {}\n";

/** The package beside the user's own contract, as in a project that depends on it. */
function copyPackagedBuild({ root, project }: Workspace, packages: string): void {
  writeOwnContract(root);
  const installed = join("node_modules", project.package);
  for (const path of ["package.json", "artifacts"])
    cpSync(join(packages, installed, path), join(root, installed, path), { recursive: true });
}

/** Records without sources: only the compiler's inputs contain them. */
function copyRecords({ root, project }: Workspace, packages: string): void {
  writeOwnContract(root);
  for (const network of project.networks ?? []) {
    const folder = join("deployments", network);
    cpSync(join(packages, "node_modules", project.package, folder), join(root, folder), { recursive: true });
  }
}

function writeOwnContract(root: string): void {
  mkdirSync(join(root, "contracts"));
  writeFileSync(join(root, "contracts", "Own.sol"), OWN_CONTRACT);
}

/** The oldest compilers have another interface, and only small inputs. */
async function placeCompiler({ version, soljson }: PlacedCompiler, packages: string): Promise<void> {
  const from = soljsonOf(version, packages);
  if (/^0\.[45]\./.test(version)) copyFileSync(from, soljson);
  else await writeLargeInputCompiler(soljson, from);
}

function keyOf({ part: _, ...project }: RealProject, packages: string): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify(project, (_key, value) => (value instanceof RegExp ? value.source : value)));
  hash.update(readFileSync(join(packages, "installed")));
  for (const maker of MAKERS) hash.update(readFileSync(join(import.meta.dirname, maker)));
  return hash.digest("hex");
}

async function buildWithHardhat3({ root }: Workspace): Promise<void> {
  await run(
    process.execPath,
    [HARDHAT, "--config", HARDHAT_CONFIG, "build", "--no-tests", "--build-profile", "default"],
    root,
  );
}

async function buildWithHardhat2({ root }: Workspace, tools: string): Promise<void> {
  // Otherwise the project would find the checkout's Hardhat.
  mkdirSync(join(root, "node_modules"), { recursive: true });
  symlinkSync(installedIn(tools), join(root, "node_modules", "hardhat"), "junction");
  await run(process.execPath, [cliOfHardhat2(tools), "--config", HARDHAT2_CONFIG, "compile"], root);
}

export function cliOfHardhat2(tools: string): string {
  const { bin } = JSON.parse(readFileSync(join(installedIn(tools), "package.json"), "utf8"));
  return join(installedIn(tools), typeof bin === "string" ? bin : bin.hardhat);
}

function installedIn(tools: string): string {
  return join(tools, "node_modules", "hardhat");
}
