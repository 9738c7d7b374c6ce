import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { POSITIONAL } from "../../../../commands/options.ts";
import { declareOptions, describe } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract replay <evidence>` */
export const replayTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "replay"], describe("replay"))
    // Optional for Hardhat, so that leaving it out is our error with our exit code.
    .addPositionalArgument({
      name: "evidence",
      description: POSITIONAL.evidence,
      defaultValue: "",
    }),
  "replay",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
