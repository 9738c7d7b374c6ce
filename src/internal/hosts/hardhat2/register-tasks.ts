import { declareTasks } from "./declare-tasks.ts";
import { installedHardhat, isHardhat2Running, majorOf } from "./hardhat-module.ts";
import type { ConfigModule } from "./runtime.ts";
import { wrongEntry } from "./wrong-entry.ts";

/**
 * Declares the tasks to the Hardhat 2 that is loading its configuration.
 *
 * @returns Whether it did. A program may load this before Hardhat; its configuration then loads it once more.
 * @throws Error in a project of Hardhat 3.
 */
export function registerTasks(): boolean {
  if (isHardhat2Running()) {
    const hardhat = installedHardhat((version) => majorOf(version) === "2");
    if (hardhat === undefined) throw new Error("hardhat-verify-contract does not find the package hardhat.");
    declareTasks(hardhat.require("hardhat/config") as ConfigModule);
    return true;
  }
  const hardhat = installedHardhat();
  if (hardhat !== undefined && majorOf(hardhat.version) !== "2") throw new Error(wrongEntry(hardhat.version));
  return false;
}
