import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract serve` */
export const serveTask: NewTaskDefinition = declareOptions(
  task(
    ["verify-contract", "serve"],
    "Start a verification, a query and a status service for a development chain, on this computer only",
  ),
  "serve",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
