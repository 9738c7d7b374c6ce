import path from "node:path";
import { LOCK_FILE } from "../deployments/lock/lock-model.ts";
import { countWords, listWords, shortList } from "../text/amounts.ts";
import { requestOfOptions } from "./request.ts";
import { type Locked, runLock } from "./run-lock.ts";
import { styleOf } from "./screen.ts";
import { type CommandRun, shownOf, showRun } from "./show-run.ts";

/** Checks what was deployed, writes what was proven into the lock file, and shows it. */
export const lock: CommandRun<"lock"> = async (args, host, screens, signal) => {
  const { targets } = args;
  let written: Locked["written"];
  const otherFiles = async () => [path.join((await host.projectPaths()).root, LOCK_FILE)];
  const shown = { ...shownOf("lock", targets, args, host), otherFiles };
  const exitCode = await showRun("several", shown, screens, async (onProgress) => {
    const request = { targets, ...requestOfOptions("lock", args), signal, onProgress };
    const locked = await runLock(request, host);
    written = locked.written;
    return locked.report;
  });
  if (written !== undefined) {
    const { file, total, added, changed, removed, weaker } = written;
    const screen = args.json ? screens.stderr : screens.stdout;
    const parts = [`${added} new`, `${changed} changed`, `${removed} removed`].join(", ");
    screen.write(`\nWrote ${file}: ${countWords(total, "contract")}, ${parts}.\n`);
    if (weaker.length > 0)
      screen.write(
        `${styleOf(screen).warn("!")} Less is proven than before of ${shownNames(weaker)}: look at the change before you commit it.\n`,
      );
  }
  return exitCode;
};

const MOST_NAMES = 10;

function shownNames(names: readonly string[]): string {
  return listWords(shortList(names, MOST_NAMES, (rest) => `${rest} more`));
}
