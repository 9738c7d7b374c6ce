import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import type { NewTaskDefinition } from "hardhat/types/tasks";

import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract status` */
export const statusTask: NewTaskDefinition = task(
  ["verify-contract", "status"],
  "Ask the network's status service whether the network is all right",
)
  .addFlag({ name: "json", description: "The answer as JSON on stdout, progress on stderr" })
  .addOption({
    name: "timeout",
    description: "Seconds for everything, 30 unless given",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
