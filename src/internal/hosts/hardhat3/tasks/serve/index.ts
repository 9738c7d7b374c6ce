import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import type { NewTaskDefinition } from "hardhat/types/tasks";

import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract serve` */
export const serveTask: NewTaskDefinition = task(
  ["verify-contract", "serve"],
  "Start a verification, a query and a status service for a development chain, on this computer only",
)
  .addOption({
    name: "verificationPort",
    description: "Port of the verification service, 0 for any free port",
    type: ArgumentType.INT,
    defaultValue: 5555,
  })
  .addOption({
    name: "queryPort",
    description: "Port of the query service, 0 for any free port",
    type: ArgumentType.INT,
    defaultValue: 5551,
  })
  .addOption({
    name: "statusPort",
    description: "Port of the status service, 0 for any free port",
    type: ArgumentType.INT,
    defaultValue: 5552,
  })
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
