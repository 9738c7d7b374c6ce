import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { declareOptions } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract <address | contract id>` */
export const verifyContractTask: NewTaskDefinition = declareOptions(
  task(
    "verify-contract",
    "Verify a deployed contract, and cross-check the result against the chain, the query service and the build",
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
  "verify",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
