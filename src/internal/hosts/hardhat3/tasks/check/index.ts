import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { FLAGS, HABITS, OPTIONS, TEXT } from "../../common-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract check <address | contract id>` */
export const checkTask: NewTaskDefinition = task(
  ["verify-contract", "check"],
  "Cross-check a verified contract against the chain, the query service and a build, and submit nothing",
)
  // Optional for Hardhat, so that leaving it out is our error with our exit code.
  .addPositionalArgument({
    name: "target",
    description: "Address of the contract, or its id (0.0.1234)",
    defaultValue: "",
  })
  .addVariadicArgument(HABITS.arguments)
  .addOption({
    name: "contract",
    description: "Which contract of the build: Name or path/to/File.sol:Name",
    ...TEXT,
  })
  .addOption({ name: "creationTxHash", description: "Hash of the creating transaction", ...TEXT })
  .addOption({
    name: "buildInfo",
    description: "File or folder of the build that it has to be, instead of this project's artifacts",
    ...TEXT,
  })
  .addOption({
    name: "stdJsonInput",
    description: "Standard JSON input that it has to be (Solidity, Vyper, Fe); with --compiler-version",
    ...TEXT,
  })
  .addOption(OPTIONS.stdJsonInputVersion)
  .addFlag({
    name: "recompile",
    description: "Also compile what is on record, by a compiler of this project, and compare",
  })
  .addOption(OPTIONS.minMatch)
  .addFlag(FLAGS.requireCreation)
  .addFlag({
    name: "followProxy",
    description: "Where the contract is a proxy, also check the one that it stands for",
  })
  .addFlag(FLAGS.pickIdentical)
  .addOption(OPTIONS.require)
  .addOption(OPTIONS.at)
  .addFlag({ name: "force", description: "Not needed: nothing is submitted" })
  .addOption(HABITS.constructorArgs)
  .addOption(HABITS.constructorArgsPath)
  .addOption(HABITS.librariesPath)
  .addFlag(FLAGS.json)
  .addOption(OPTIONS.report)
  .addOption(OPTIONS.timeout)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
