/**
 * The code behind hardhat2.cjs, which a Hardhat 2 configuration loads, and behind index.cjs, which reports the
 * wrong entry point.
 */

export { wrongEntry } from "./internal/hosts/hardhat2/hardhat-module.ts";
export { registerTasks } from "./internal/hosts/hardhat2/register-tasks.ts";
