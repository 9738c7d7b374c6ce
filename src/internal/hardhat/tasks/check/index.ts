import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import type { NewTaskDefinition } from "hardhat/types/tasks";

import { withCompileCache } from "../../with-compile-cache.ts";

const TEXT = { type: ArgumentType.STRING_WITHOUT_DEFAULT, defaultValue: undefined } as const;

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
  .addOption({
    name: "compilerVersion",
    description: "Long version of the compiler of --std-json-input, such as 0.8.28+commit.7893614a",
    ...TEXT,
  })
  .addFlag({
    name: "recompile",
    description: "Also compile what is on record, by a compiler of this project, and compare",
  })
  .addOption({
    name: "minMatch",
    description: "match or exact_match: what counts as good enough",
    ...TEXT,
  })
  .addFlag({ name: "requireCreation", description: "Ask the creation code to match too" })
  .addFlag({
    name: "followProxy",
    description: "Where the contract is a proxy, also check the one that it stands for",
  })
  .addOption({
    name: "require",
    description: "Ids of checks that must pass, several with commas: skipped or unknown fails then",
    ...TEXT,
  })
  .addOption({
    name: "at",
    description: "Consensus timestamp (seconds.nanoseconds) at which the query service is asked",
    ...TEXT,
  })
  .addFlag({ name: "json", description: "The report as JSON on stdout, progress on stderr" })
  .addOption({
    name: "report",
    description: "Write reports: json, junit, markdown or html=<path>, several with commas",
    ...TEXT,
  })
  .addOption({ name: "timeout", description: "Seconds for everything, 300 unless configured", ...TEXT })
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
