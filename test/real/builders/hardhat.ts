import { mkdirSync, readFileSync, symlinkSync, unlinkSync } from "node:fs";
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
  const installed = join(tools, "node_modules", "hardhat");
  const { bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const cli = join(installed, typeof bin === "string" ? bin : bin.hardhat);
  // Else the project would find the Hardhat of the checkout above it; the plugin's runs find that one again.
  const link = join(root, "node_modules", "hardhat");
  mkdirSync(join(root, "node_modules"), { recursive: true });
  symlinkSync(installed, link, "junction");
  await run(process.execPath, [cli, "--config", HARDHAT2_CONFIG, "compile"], root);
  unlinkSync(link);
}
