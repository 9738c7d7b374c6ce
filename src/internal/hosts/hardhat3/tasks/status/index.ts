import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { DESCRIPTIONS } from "../../../../commands/options.ts";
import { declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract status` */
export const statusTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "status"], DESCRIPTIONS.status),
  "status",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
