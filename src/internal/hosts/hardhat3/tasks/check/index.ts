import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { DESCRIPTIONS } from "../../../../commands/options.ts";
import { declareContract, declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract check <address | contract id>` */
export const checkTask: NewTaskDefinition = declareOptions(
  declareContract(task(["verify-contract", "check"], DESCRIPTIONS.check)),
  "check",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
