import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { POSITIONAL } from "../../../../commands/options.ts";
import { declareOptions, describe } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract lock [address | contract id | deployment …]` */
export const lockTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "lock"], describe("lock")).addVariadicArgument({
    name: "targets",
    description: POSITIONAL.targets,
    defaultValue: [],
  }),
  "lock",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
