import { enableCompileCache } from "node:module";
import { task } from "hardhat/config";
import { definePlugin } from "hardhat/plugins";
import { ArgumentType } from "hardhat/types/arguments";
import type { HardhatPlugin } from "hardhat/types/plugins";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { describeTask } from "../../commands/help.ts";
import { COMMANDS, type Command, optionsOf, positionalOf } from "../../domain/options.ts";
import configHooks from "./hook-handlers/config.ts";

function declareTask(command: Command): NewTaskDefinition {
  const builder = task(getTaskWords(command), describeTask(command, "npx hardhat", formatTaskName));
  for (const { name, description, isList } of positionalOf(command))
    if (isList) builder.addVariadicArgument({ name, description, defaultValue: [] });
    else builder.addPositionalArgument({ name, description, defaultValue: "" });
  for (const { name, kind, description, default: defaultValue } of optionsOf(command)) {
    if (kind === "flag") builder.addFlag({ name, description });
    else if (typeof defaultValue === "number")
      builder.addOption({ name, description, type: ArgumentType.INT, defaultValue });
    else if (defaultValue !== undefined) builder.addOption({ name, description, defaultValue });
    else {
      const type = ArgumentType.STRING_WITHOUT_DEFAULT;
      builder.addOption({ name, description, type, defaultValue: undefined });
    }
  }
  return builder
    .setAction(async () => {
      // The compile cache is in the system's temporary folder. NODE_DISABLE_COMPILE_CACHE disables it.
      enableCompileCache();
      const { runTask } = await import("./host.ts");
      return { default: (args, hre) => runTask(command, args, hre) };
    })
    .build();
}

function getTaskWords(command: Command): string[] {
  return command === "verify" ? ["verify-contract"] : ["verify-contract", command];
}

const formatTaskName = (command: Command): string => getTaskWords(command).join(" ");

/** The tasks, one per command. Nothing else is loaded until one of them runs. */
export const TASKS: readonly NewTaskDefinition[] = COMMANDS.map(declareTask);

const declaration: HardhatPlugin = definePlugin({
  id: "hardhat-verify-contract/tasks",
  npmPackage: "hardhat-verify-contract",
  hookHandlers: {
    // Every task runs this hook, so it is inlined to avoid loading another file.
    config: async () => ({ default: configHooks }),
  },
  tasks: [...TASKS],
});

export default declaration;
