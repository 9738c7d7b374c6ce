import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { declareOptions, describe } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract serve` */
export const serveTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "serve"], describe("serve")),
  "serve",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
