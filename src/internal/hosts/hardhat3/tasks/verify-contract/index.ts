import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { FLAGS, HABITS, OPTIONS, TEXT } from "../../common-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract <address | contract id>` */
export const verifyContractTask: NewTaskDefinition = task(
  "verify-contract",
  "Verify a deployed contract, and cross-check the result against the chain, the query service and the build",
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
    description: "Which contract: Name or path/to/File.sol:Name. Otherwise it is found by its code",
    ...TEXT,
  })
  .addOption({
    name: "creationTxHash",
    description: "Hash of the creating transaction. Otherwise the record or the chain is asked",
    ...TEXT,
  })
  .addOption({
    name: "buildInfo",
    description: "File or folder of the build, instead of this project's artifacts",
    ...TEXT,
  })
  .addOption({
    name: "stdJsonInput",
    description: "Submit exactly this standard JSON input (Solidity, Vyper, Fe); with --compiler-version",
    ...TEXT,
  })
  .addOption(OPTIONS.stdJsonInputVersion)
  .addOption(OPTIONS.sources)
  .addOption(OPTIONS.minMatch)
  .addFlag(FLAGS.requireCreation)
  .addFlag({
    name: "followProxy",
    description: "Where the contract is a proxy, also verify the one that it stands for",
  })
  .addFlag(FLAGS.pickIdentical)
  .addFlag(FLAGS.force)
  .addFlag(FLAGS.fresh)
  .addFlag(FLAGS.dryRun)
  .addOption(OPTIONS.require)
  .addOption(OPTIONS.at)
  .addOption(HABITS.constructorArgs)
  .addOption(HABITS.constructorArgsPath)
  .addOption(HABITS.librariesPath)
  .addFlag(FLAGS.json)
  .addOption(OPTIONS.report)
  .addOption(OPTIONS.timeout)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
