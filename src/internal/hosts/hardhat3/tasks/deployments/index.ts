import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { POSITIONAL } from "../../../../commands/options.ts";
import { declareOptions, describe } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract deployments [id | path …]` */
export const deploymentsTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "deployments"], describe("deployments")).addVariadicArgument({
    name: "deployments",
    description: POSITIONAL.deployments,
    defaultValue: [],
  }),
  "deployments",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
