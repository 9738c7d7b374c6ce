import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Prints the output only on failure. @returns stdout */
export async function run(
  command: string,
  args: readonly string[],
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const env = { ...process.env, ...QUIET, ...more };
    return (await execute(command, args, { cwd: folder, env })).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")} failed in ${folder}\n${stdout}\n${stderr}`);
  }
}

/** Tools must not ask, download or report anything. */
const QUIET = {
  CI: "true",
  FOUNDRY_OFFLINE: "true",
  HARDHAT_DISABLE_TELEMETRY_PROMPT: "true",
  HARDHAT_IGNITION_CONFIRM_DEPLOYMENT: "true",
  NO_COLOR: "1",
};

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
