import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { POSITIONAL } from "../../../../commands/options.ts";
import { declareOptions, describe } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract merge <reports…>` */
export const mergeTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "merge"], describe("merge"))
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
