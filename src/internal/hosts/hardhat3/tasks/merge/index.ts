import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract merge <reports…>` */
export const mergeTask: NewTaskDefinition = declareOptions(
  task(
    ["verify-contract", "merge"],
    "Join the JSON reports of the shards of a run over deployments, and end as the whole run would",
  )
    // Optional for Hardhat, so that leaving them out is our error with our exit code.
    .addVariadicArgument({
      name: "reports",
      description: "JSON reports, and folders of them",
      defaultValue: [],
    }),
  "merge",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
