import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { run } from "../../build-fixtures/run.ts";
import { HARDHAT } from "../../helpers/project.ts";
import type { Workspace } from "../project.ts";
import { HARDHAT_CONFIG, HARDHAT2_CONFIG } from "./config.ts";

export async function buildWithHardhat3({ root }: Workspace): Promise<void> {
  await run(
    process.execPath,
    [HARDHAT, "--config", HARDHAT_CONFIG, "build", "--no-tests", "--build-profile", "default"],
    root,
  );
}

/** @param tools The folder in whose node_modules Hardhat 2 is. */
export async function buildWithHardhat2({ root }: Workspace, tools: string): Promise<void> {
  // Else the project would find the Hardhat of the checkout above it.
  mkdirSync(join(root, "node_modules"), { recursive: true });
  symlinkSync(installedIn(tools), join(root, "node_modules", "hardhat"), "junction");
  await run(process.execPath, [cliOfHardhat2(tools), "--config", HARDHAT2_CONFIG, "compile"], root);
}

/** The program that `npx hardhat` runs. */
export function cliOfHardhat2(tools: string): string {
  const { bin } = JSON.parse(readFileSync(join(installedIn(tools), "package.json"), "utf8"));
  return join(installedIn(tools), typeof bin === "string" ? bin : bin.hardhat);
}

function installedIn(tools: string): string {
  return join(tools, "node_modules", "hardhat");
}
