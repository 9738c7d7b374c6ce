/** The code behind hardhat2.cjs, with the configuration of Hardhat 2, and index.cjs, where that names the wrong entry. */

export { wrongEntry } from "./internal/hosts/hardhat2/hardhat-module.ts";
export { registerTasks } from "./internal/hosts/hardhat2/register-tasks.ts";
