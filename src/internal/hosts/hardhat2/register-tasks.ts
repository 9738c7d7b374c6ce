import { enableCompileCache } from "node:module";
import { describeTask } from "../../commands/help.ts";
import { COMMANDS, type Command, optionsOf, positionalOf } from "../../domain/options.ts";
import { findInstalledHardhat, getHardhat2Context, wrongHardhat } from "./hardhat-module.ts";
import type { ConfigModule, TaskBuilder } from "./runtime.ts";

/** Hardhat's global options, which tasks must not declare. */
const HARDHAT_FLAGS: ReadonlySet<string> = new Set(["verbose"]);

/** Accepts any value, so that invalid values are reported with our own error codes. */
const ANY = { name: "string", parse: (_: string, text: string) => text, validate: () => {} };

const getTaskName = (command: Command): string =>
  command === "verify" ? "verify-contract" : `verify-contract:${command}`;

export function declareTasks({ task, types }: ConfigModule): void {
  for (const command of COMMANDS) {
    const builder = task(getTaskName(command), describeTask(command, "npx hardhat", getTaskName));
    for (const { name, description, isList } of positionalOf(command))
      if (isList) builder.addOptionalVariadicPositionalParam(name, description, [], types.string);
      else builder.addOptionalPositionalParam(name, description, undefined, types.string);
    declareOptions(builder, command, types);
    builder.setAction(async (args, hre) => {
      enableCompileCache();
      const { runTask } = await import("./run-task.ts");
      return runTask(command, args, hre);
    });
  }
}

function declareOptions(builder: TaskBuilder, command: Command, types: ConfigModule["types"]): void {
  for (const { name, key, kind, description, default: byDefault } of optionsOf(command)) {
    if (HARDHAT_FLAGS.has(name)) continue;
    if (kind === "flag") builder.addFlag(name, description);
    else {
      const ofText = key === undefined ? types.string : ANY;
      builder.addOptionalParam(name, description, byDefault, kind === "port" ? types.int : ofText);
    }
  }
}

/** The Hardhat contexts that already have the tasks. A configuration may load this module twice. */
const declaredIn = new WeakSet<object>();

/** If a program loads this module before Hardhat, the tasks are declared when the configuration loads it again. */
export function registerTasks(): void {
  const hardhat = findInstalledHardhat("2");
  const context = getHardhat2Context();
  if (context === undefined) {
    const other = hardhat === undefined ? findInstalledHardhat() : undefined;
    if (other !== undefined) throw wrongHardhat(other);
    return;
  }
  if (declaredIn.has(context)) return;
  if (hardhat === undefined) throw new Error("hardhat-verify-contract can't find the package hardhat.");
  declareTasks(hardhat.require("hardhat/config") as ConfigModule);
  declaredIn.add(context);
}
