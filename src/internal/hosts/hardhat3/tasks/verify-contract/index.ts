import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { declareContract, declareOptions, describe } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract <address | contract id>` */
export const verifyContractTask: NewTaskDefinition = declareOptions(
  declareContract(task("verify-contract", describe("verify"))),
  "verify",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
