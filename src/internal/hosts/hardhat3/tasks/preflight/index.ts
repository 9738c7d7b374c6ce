import { task } from "hardhat/config";
import type { NewTaskDefinition } from "hardhat/types/tasks";
import { POSITIONAL } from "../../../../commands/options.ts";
import { declareOptions, describe } from "../../declare-options.ts";
import { withCompileCache } from "../../with-compile-cache.ts";

/** `npx hardhat verify-contract preflight [path:Name …]` */
export const preflightTask: NewTaskDefinition = declareOptions(
  task(["verify-contract", "preflight"], describe("preflight")).addVariadicArgument({
    name: "contracts",
    description: POSITIONAL.contracts,
    defaultValue: [],
  }),
  "preflight",
)
  .setAction(withCompileCache(() => import("./task-action.ts")))
  .build();
