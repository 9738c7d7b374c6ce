import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import type { NewTaskDefinition } from "hardhat/types/tasks";

import { withCompileCache } from "../../with-compile-cache.ts";

const TEXT = { type: ArgumentType.STRING_WITHOUT_DEFAULT, defaultValue: undefined } as const;

/** `npx hardhat verify-contract deployments [id | path …]` */
export const deploymentsTask: NewTaskDefinition = task(
  ["verify-contract", "deployments"],
  "Verify everything that was deployed by Ignition, hardhat-deploy or Foundry, and cross-check it",
)
  .addVariadicArgument({
    name: "deployments",
    description:
      "Ids of Ignition, networks of hardhat-deploy, paths of deployments, broadcasts and manifests. Otherwise all that the project has of the network's chain",
    defaultValue: [],
  })
  .addOption({
    name: "buildInfo",
    description: "File or folder of the builds, instead of those that belong to the deployments",
    ...TEXT,
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
    ...TEXT,
  })
  .addFlag({ name: "requireCreation", description: "Ask the creation code to match too" })
  .addFlag({
    name: "followProxy",
    description: "Also verify what a proxy stands for, where no deployment names it",
  })
  .addFlag({ name: "force", description: "Submit even when the stored match is good enough" })
  .addFlag({ name: "fresh", description: "Forget what earlier runs sent, and submit anew what they left" })
  .addFlag({
    name: "dryRun",
    description: "Show what would be sent, file by file, and the expected match; send nothing",
  })
  .addFlag({ name: "bail", description: "End at the first contract that is not good enough" })
  .addOption({
    name: "shard",
    description: "One part of the contracts, such as 2/3; the reports of all parts can be merged",
    ...TEXT,
  })
  .addOption({
    name: "require",
    description: "Ids of checks that must pass, several with commas: skipped or unknown fails then",
    ...TEXT,
  })
  .addFlag({ name: "json", description: "The report as JSON on stdout, progress on stderr" })
  .addOption({
    name: "report",
    description: "Write reports: json, junit, markdown or html=<path>, several with commas",
    ...TEXT,
  })
  .addOption({
    name: "timeout",
    description: "Seconds for each contract, from when its turn comes; 300 unless configured",
    ...TEXT,
  })
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
