import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract deployments [id | path …]` */
export const deploymentsTask: NewTaskDefinition = declareOptions(
  task(
    ["verify-contract", "deployments"],
    "Verify everything that was deployed by Ignition, hardhat-deploy or Foundry, and cross-check it",
  ).addVariadicArgument({
    name: "deployments",
    description:
      "Ids of Ignition, networks of hardhat-deploy, paths of deployments, broadcasts and manifests. Otherwise all that the project has of the network's chain",
    defaultValue: [],
  }),
  "deployments",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
