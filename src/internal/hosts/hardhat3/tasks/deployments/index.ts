import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { FLAGS, OPTIONS, TEXT } from "../../common-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

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
  .addOption(OPTIONS.sources)
  .addOption(OPTIONS.minMatch)
  .addFlag(FLAGS.requireCreation)
  .addFlag({
    name: "followProxy",
    description: "Also verify what a proxy stands for, where no deployment names it",
  })
  .addFlag(FLAGS.pickIdentical)
  .addFlag(FLAGS.force)
  .addFlag(FLAGS.fresh)
  .addFlag(FLAGS.dryRun)
  .addFlag({ name: "bail", description: "End at the first contract that is not good enough" })
  .addOption({
    name: "shard",
    description: "One part of the contracts, such as 2/3; the reports of all parts can be merged",
    ...TEXT,
  })
  .addOption(OPTIONS.require)
  .addFlag(FLAGS.json)
  .addOption(OPTIONS.report)
  .addOption({
    name: "timeout",
    description: "Seconds for each contract, from when its turn comes; 300 unless configured",
    ...TEXT,
  })
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
