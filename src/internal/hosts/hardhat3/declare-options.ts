import { ArgumentType } from "hardhat/types/arguments";
import type { NewTaskDefinitionBuilder, TaskArguments } from "hardhat/types/tasks";
import { type ArgumentsOf, type Command, optionsOf, POSITIONAL } from "../../commands/options.ts";
import { taskDescription } from "../../commands/task-help.ts";

/** What a task is for, and in its own help how it is used. */
export function describe(command: Command): string {
  return taskDescription(command, {
    program: "npx hardhat",
    of: (each) => (each === "verify" ? "verify-contract" : `verify-contract ${each}`),
  });
}

/** Gives a task the contract that it is for, and what people write after it. */
export function declareContract(builder: NewTaskDefinitionBuilder) {
  return (
    builder
      // Optional for Hardhat, so that leaving it out is our error with our exit code.
      .addPositionalArgument({
        name: "target",
        description: POSITIONAL.target,
        defaultValue: "",
      })
      .addVariadicArgument({
        name: "arguments",
        description: POSITIONAL.arguments,
        defaultValue: [],
      })
  );
}

/** Gives a task the options of its command, beside its positional arguments. */
export function declareOptions<Positional extends TaskArguments, C extends Command>(
  builder: NewTaskDefinitionBuilder<Positional>,
  command: C,
): NewTaskDefinitionBuilder<Positional & ArgumentsOf<C>> {
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
  // Each call returns the same builder, with one more argument in its type.
  return builder as NewTaskDefinitionBuilder<Positional & ArgumentsOf<C>>;
}
