import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { DESCRIPTIONS, POSITIONAL } from "../../../../commands/options.ts";
import { declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract merge <reports…>` */
export const mergeTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "merge"], DESCRIPTIONS.merge)
    // Optional for Hardhat, so that leaving them out is our error with our exit code.
    .addVariadicArgument({
      name: "reports",
      description: POSITIONAL.reports,
      defaultValue: [],
    }),
  "merge",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
