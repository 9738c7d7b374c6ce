import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import type { NewTaskDefinition } from "hardhat/types/tasks";

import { withCompileCache } from "../../with-compile-cache.ts";

const TEXT = { type: ArgumentType.STRING_WITHOUT_DEFAULT, defaultValue: undefined } as const;

/** `npx hardhat verify-contract merge <reports…>` */
export const mergeTask: NewTaskDefinition = task(
  ["verify-contract", "merge"],
  "Join the JSON reports of the shards of a run over deployments, and end as the whole run would",
)
  .addFlag({ name: "json", description: "The report as JSON on stdout" })
  .addOption({
    name: "report",
    description: "Write reports: json, junit, markdown or html=<path>, several with commas",
    ...TEXT,
  })
  // Optional for Hardhat, so that leaving them out is our error with our exit code.
  .addVariadicArgument({
    name: "reports",
    description: "JSON reports, and folders of them",
    defaultValue: [],
  })
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
