import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Report } from "../../src/report.ts";
import { verifyJson, withoutSurroundings } from "../helpers/cli.ts";
import { plainJson } from "../helpers/plain-cli.ts";
import { Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { follow } from "../helpers/running-process.ts";
import type { World } from "../helpers/world.ts";
import { HARDHAT2_CONFIG } from "./builders/config.ts";
import { cliOfHardhat2 } from "./builders/hardhat.ts";
import { installProjectPackages } from "./install.ts";
import type { Workspace } from "./project.ts";

const VERIFYING_CONFIG = "hardhat2.verifying.config.cjs";
const CLI_CONFIG = "verify-contract.config.json";

/**
 * Runs `deployments` in a project by the host that its users have: Hardhat 3, Hardhat 2, or the plain command line in
 * a project of Foundry.
 */
export async function verifyWithItsHost(
  { root, project }: Workspace,
  words: readonly string[],
  world: World,
  config: Readonly<Record<string, unknown>>,
): Promise<Report> {
  switch (project.builder) {
    case "hardhat3":
    case "packaged":
    case "records":
      return (await verifyJson(new Project(root), ["deployments", ...words], { world, config })).report;
    case "hardhat2":
      return verifyWithHardhat2(root, words, world, config);
    case "forge": {
      writeFileSync(join(root, CLI_CONFIG), JSON.stringify(config));
      const node = ["--rpc-url", world.chain.rpcUrl];
      return (await plainJson(root, ["deployments", ...words, ...node])).report;
    }
  }
}

async function verifyWithHardhat2(
  root: string,
  words: readonly string[],
  { chain }: World,
  config: Readonly<Record<string, unknown>>,
): Promise<Report> {
  writeFileSync(join(root, VERIFYING_CONFIG), verifyingConfig(chain.rpcUrl, config));
  const cli = cliOfHardhat2(await installProjectPackages("tools"));
  const task = ["--config", VERIFYING_CONFIG, "--network", "testnet", "verify-contract:deployments"];
  const child = spawn(process.execPath, [cli, ...task, ...words, "--json"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...withoutSurroundings(process.env), HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" },
  });
  const { exitCode, stdout, stderr } = await follow(child).ended;
  if (stdout === "") throw new Error(`hardhat ${task.join(" ")} failed in ${root}\n${stderr}`);
  const report = parseReport(stdout);
  if (report.exitCode !== exitCode)
    throw new Error(`The report says ${report.exitCode}, the process ended with ${exitCode}.`);
  return report;
}

/** That of the build, with the tasks and the network beside. */
function verifyingConfig(url: string, config: Readonly<Record<string, unknown>>): string {
  return `require("hardhat-verify-contract/hardhat2");

module.exports = {
  ...require("./${HARDHAT2_CONFIG}"),
  networks: { testnet: { url: ${JSON.stringify(url)} } },
  verifyContract: ${JSON.stringify(config)},
};
`;
}
