import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { foundryBinary } from "../../build-fixtures/anvil.ts";
import { run } from "../../build-fixtures/run.ts";
import type { Settings, Workspace } from "../project.ts";

const COMPILER = "solc.cjs";

/** @param tools The folder in whose node_modules forge is. */
export async function buildWithForge(workspace: Workspace, tools: string): Promise<void> {
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

/** Each package that was copied into node_modules, under the name by which it is imported. */
function dependencies(root: string): readonly string[] {
  const modules = join(root, "node_modules");
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
    )
    .map((name) => `${name}/=node_modules/${name}/`);
}

/** Forge runs a compiler as a command; this is one of the solc package. */
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
