import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { DESCRIPTIONS, POSITIONAL } from "../../../../commands/options.ts";
import { declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract lock [address | contract id | deployment …]` */
export const lockTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "lock"], DESCRIPTIONS.lock).addVariadicArgument({
    name: "targets",
    description: POSITIONAL.targets,
    defaultValue: [],
  }),
  "lock",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
