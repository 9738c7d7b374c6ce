import { enableCompileCache } from "node:module";
import { type Command, DESCRIPTIONS, optionsOf, POSITIONAL } from "../../commands/options.ts";
import type { ConfigModule, TaskBuilder } from "./runtime.ts";

/** Hardhat's own options, which no task may declare. */
const OF_HARDHAT: ReadonlySet<string> = new Set(["verbose"]);

/** Any value: what is wrong is our error with our exit code, for the command line and for programs. */
const ANY = { name: "string", parse: (_: string, text: string) => text, validate: () => {} };

const TASKS = {
  "verify-contract": "verify",
  "verify-contract:check": "check",
  "verify-contract:deployments": "deployments",
  "verify-contract:preflight": "preflight",
  "verify-contract:merge": "merge",
  "verify-contract:status": "status",
  "verify-contract:serve": "serve",
} as const satisfies Readonly<Record<string, Command>>;

/** Declares the tasks. Nothing else is loaded until one of them runs. */
export function declareTasks({ task, types }: ConfigModule): void {
  for (const [name, command] of Object.entries(TASKS)) {
    const builder = task(name, DESCRIPTIONS[command]);
    declarePositional(builder, command);
    declareOptions(builder, command, types);
    builder.setAction(async (args, hre) => {
      enableCompileCache();
      const { runTask } = await import("./run-task.ts");
      return runTask(command, args, hre);
    });
  }
}

/** All are optional for Hardhat, so that leaving one out is our error with our exit code. */
function declarePositional(builder: TaskBuilder, command: Command): void {
  switch (command) {
    case "verify":
      builder
        .addOptionalPositionalParam("target", POSITIONAL.target, undefined, ANY)
        .addOptionalVariadicPositionalParam("arguments", POSITIONAL.arguments, [], ANY);
      break;
    case "check":
      builder.addOptionalVariadicPositionalParam("targets", POSITIONAL.targets, [], ANY);
      break;
    case "deployments":
      builder.addOptionalVariadicPositionalParam("deployments", POSITIONAL.deployments, [], ANY);
      break;
    case "preflight":
      builder.addOptionalVariadicPositionalParam("contracts", POSITIONAL.contracts, [], ANY);
      break;
    case "merge":
      builder.addOptionalVariadicPositionalParam("reports", POSITIONAL.reports, [], ANY);
      break;
    case "status":
    case "serve":
      break;
  }
}

function declareOptions(builder: TaskBuilder, command: Command, types: ConfigModule["types"]): void {
  for (const { name, kind, description, default: byDefault } of optionsOf(command)) {
    if (OF_HARDHAT.has(name)) continue;
    if (kind === "flag") builder.addFlag(name, description);
    else builder.addOptionalParam(name, description, byDefault, kind === "port" ? types.int : ANY);
  }
}
