/**
 * The implementation of hardhat2.cjs, which a Hardhat 2 configuration loads, and of index.cjs, which reports that it is
 * the wrong entry point.
 */

export { wrongEntry } from "./internal/hosts/hardhat2/hardhat-module.ts";
export { registerTasks } from "./internal/hosts/hardhat2/register-tasks.ts";
