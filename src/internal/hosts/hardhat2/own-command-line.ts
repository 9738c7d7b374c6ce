import { realpathSync } from "node:fs";
import path from "node:path";

const TASK = /^verify-contract(:|$)/;
/** What `npx hardhat` starts, in the folder of Hardhat 2. */
const COMMAND = path.join("hardhat", "internal", "cli", "bootstrap.js");

/** Whether a process with these arguments is the command line of Hardhat 2, started for one of the tasks. */
export function isOwnCommandLine([, script, ...args]: readonly string[]): boolean {
  if (script === undefined || !args.some((arg) => TASK.test(arg))) return false;
  try {
    // `npx hardhat` starts a link in node_modules/.bin.
    return realpathSync(script).endsWith(path.sep + COMMAND);
  } catch {
    return false;
  }
}
