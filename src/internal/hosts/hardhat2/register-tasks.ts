import { declareTasks } from "./declare-tasks.ts";
import { hardhat2Context, installedHardhat } from "./hardhat-module.ts";
import type { ConfigModule } from "./runtime.ts";
import { wrongHardhat } from "./wrong-entry.ts";

/** Those contexts of Hardhat that have the tasks: a configuration may load this twice. */
const declaredIn = new WeakSet<object>();

/**
 * Declares the tasks to the Hardhat 2 that is loading its configuration. A program may load this before Hardhat: then there
 * is nothing to declare them to, and the configuration loads it again.
 *
 * @throws Error in a project of Hardhat 3.
 */
export function registerTasks(): void {
  const hardhat = installedHardhat("2");
  const context = hardhat2Context();
  if (context === undefined) {
    const other = hardhat === undefined ? installedHardhat() : undefined;
    if (other !== undefined) throw wrongHardhat(other);
    return;
  }
  if (declaredIn.has(context)) return;
  if (hardhat === undefined) throw new Error("hardhat-verify-contract does not find the package hardhat.");
  declareTasks(hardhat.require("hardhat/config") as ConfigModule);
  declaredIn.add(context);
}
