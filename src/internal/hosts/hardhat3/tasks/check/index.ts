import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { declareContract, declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract check <address | contract id>` */
export const checkTask: NewTaskDefinition = declareOptions(
  declareContract(
    task(
      ["verify-contract", "check"],
      "Cross-check a verified contract against the chain, the query service and a build, and submit nothing",
    ),
  ),
  "check",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
