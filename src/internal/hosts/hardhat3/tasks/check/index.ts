import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract check <address | contract id>` */
export const checkTask: NewTaskDefinition = declareOptions(
  task(
    ["verify-contract", "check"],
    "Cross-check a verified contract against the chain, the query service and a build, and submit nothing",
  )
    // Optional for Hardhat, so that leaving it out is our error with our exit code.
    .addPositionalArgument({
      name: "target",
      description: "Address of the contract, or its id (0.0.1234)",
      defaultValue: "",
    })
    .addVariadicArgument({
      name: "arguments",
      description: "Not needed: constructor arguments are read from the creation code",
      defaultValue: [],
    }),
  "check",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
