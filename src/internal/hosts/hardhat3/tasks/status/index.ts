import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { declareOptions, describe } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract status` */
export const statusTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "status"], describe("status")),
  "status",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
