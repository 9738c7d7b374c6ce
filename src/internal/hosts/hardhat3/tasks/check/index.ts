import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { POSITIONAL } from "../../../../commands/options.ts";
import { declareOptions, describe } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract check [address | contract id | deployment …]` */
export const checkTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "check"], describe("check")).addVariadicArgument({
    name: "targets",
    description: POSITIONAL.targets,
    defaultValue: [],
  }),
  "check",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
