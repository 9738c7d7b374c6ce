import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import type { NewTaskDefinition } from "hardhat/types/tasks";

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
  .addOption({
    name: "contract",
    description: "Which contract: Name or path/to/File.sol:Name. Otherwise it is found by its code",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "creationTxHash",
    description: "Hash of the creating transaction. Otherwise the record or the chain is asked",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "buildInfo",
    description: "File or folder of the build, instead of this project's artifacts",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "stdJsonInput",
    description: "Submit exactly this standard JSON input (Solidity, Vyper, Fe); with --compiler-version",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "compilerVersion",
    description: "Long version of the compiler of --std-json-input, such as 0.8.28+commit.7893614a",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "sources",
    description:
      "auto, minimal or full. auto: what the contract imports, and all only if that is needed to match",
    defaultValue: "auto",
  })
  .addOption({
    name: "minMatch",
    description: "match or exact_match: what counts as good enough",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({ name: "requireCreation", description: "Ask the creation code to match too" })
  .addFlag({
    name: "followProxy",
    description: "Where the contract is a proxy, also verify the one that it stands for",
  })
  .addFlag({ name: "force", description: "Submit even when the stored match is good enough" })
  .addFlag({ name: "fresh", description: "Forget what earlier runs sent, and submit anew what they left" })
  .addFlag({
    name: "dryRun",
    description: "Show what would be sent, file by file, and the expected match; send nothing",
  })
  .addOption({
    name: "require",
    description: "Ids of checks that must pass, several with commas: skipped or unknown fails then",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "at",
    description: "Consensus timestamp (seconds.nanoseconds) at which the query service is asked",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({ name: "json", description: "The report as JSON on stdout, progress on stderr" })
  .addOption({
    name: "report",
    description: "Write reports: json, junit, markdown or html=<path>, several with commas",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "timeout",
    description: "Seconds for everything, 300 unless configured",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
