/** What hardhat2.cjs loads, with the configuration of Hardhat 2. */
export { registerTasks } from "./internal/hosts/hardhat2/register-tasks.ts";
