import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const TASK = "verify-contract";

/** Whether a process with these arguments is Hardhat's command line, started for this task. */
export function isOwnCommandLine([, script, ...args]: readonly string[]): boolean {
  if (script === undefined || !args.includes(TASK)) return false;
  try {
    const hardhat = createRequire(import.meta.url).resolve("hardhat/package.json");
    // `npx hardhat` starts a link in node_modules/.bin.
    return realpathSync(script) === realpathSync(path.join(path.dirname(hardhat), "dist", "src", "cli.js"));
  } catch {
    return false;
  }
}
