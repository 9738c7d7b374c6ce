import * as z from "zod";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";
import type { RunSuper, Runtime, TaskDefinition } from "./runtime.ts";

/** TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD */
const GET_BUILD = "compile:solidity:solc:get-build";

const solcBuild = z.object({ compilerPath: z.string(), longVersion: z.string() });

/**
 * The compilers that the project's own overrides of Hardhat's subtask give for the versions of the configuration. Hardhat's own action
 * is never run, because it downloads what is not there.
 */
export async function overridingCompilers(hre: Runtime): Promise<readonly LocalCompiler[]> {
  const { compilers, overrides } = hre.config.solidity;
  const versions = new Set([...compilers, ...Object.values(overrides)].map(({ version }) => version));
  const found: LocalCompiler[] = [];
  for (const solcVersion of versions) {
    const build = await runOverrides(hre.tasks[GET_BUILD], { quiet: true, solcVersion }, hre).catch(() => {});
    const { data } = solcBuild.safeParse(build);
    if (data !== undefined) found.push({ path: data.compilerPath, version: data.longVersion });
  }
  return found;
}

/** @throws Error where Hardhat's own action would be run. */
async function runOverrides(
  task: TaskDefinition | undefined,
  args: Readonly<Record<string, unknown>>,
  hre: Runtime,
): Promise<unknown> {
  const parent = task?.parentTaskDefinition;
  if (task === undefined || parent === undefined) throw new Error("this is Hardhat's own action");
  const runSuper: RunSuper = Object.assign(
    (others: Readonly<Record<string, unknown>> = args) => runOverrides(parent, others, hre),
    { isDefined: true },
  );
  return task.action(args, hre, runSuper);
}
