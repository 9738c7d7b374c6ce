import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { DESCRIPTIONS, POSITIONAL } from "../../../../commands/options.ts";
import { declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract check [address | contract id | deployment …]` */
export const checkTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "check"], DESCRIPTIONS.check).addVariadicArgument({
    name: "targets",
    description: POSITIONAL.targets,
    defaultValue: [],
  }),
  "check",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
