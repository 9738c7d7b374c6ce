import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.ts";

export const HARDHAT_2 = "hardhat@2.29.1";
export const HARDHAT_3 = "hardhat@3.18.0";

export async function runHardhat(
  tools: string,
  project: string,
  args: readonly string[],
  chainUrl?: string,
): Promise<void> {
  const folder = join(tools, "node_modules", "hardhat");
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const cli = join(folder, typeof bin === "string" ? bin : bin.hardhat);
  await run(process.execPath, [cli, ...args], project, chainUrl === undefined ? {} : { CHAIN_URL: chainUrl });
}
