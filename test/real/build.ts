import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

import { writeLargeInputCompiler } from "../../bench/support/large-input-compiler.ts";
import { HARDHAT_CONFIG, HARDHAT2_CONFIG, hardhat2Config, hardhatConfig } from "./builders/config.ts";
import { buildWithForge } from "./builders/forge.ts";
import { buildWithHardhat2, buildWithHardhat3 } from "./builders/hardhat.ts";
import { soljsonOf } from "./compilers.ts";
import { copySources } from "./copy-sources.ts";
import { installProjectPackages } from "./install.ts";
import { compilersOf, type PlacedCompiler, type RealProject, type Workspace } from "./project.ts";
import { SCRATCH } from "./scratch.ts";

/** What a build depends on, beside the project and its packages. */
const MAKERS = [
  "accepts.ts",
  "build.ts",
  "copy-sources.ts",
  "builders/config.ts",
  "builders/forge.ts",
  "builders/hardhat.ts",
];

/** Installs what a project needs, copies its sources, and builds it, unless an earlier run has done the same. */
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

/** The package, as a project that depends on it has it beside a contract of its own. */
function copyPackagedBuild({ root, project }: Workspace, packages: string): void {
  writeOwnContract(root);
  const installed = join("node_modules", project.package);
  for (const path of ["package.json", "artifacts"])
    cpSync(join(packages, installed, path), join(root, installed, path), { recursive: true });
}

/** The records, as the project's repository has them. Its sources are in the compiler's inputs alone. */
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

/** The oldest have another form, and contracts that are small enough for it. */
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
