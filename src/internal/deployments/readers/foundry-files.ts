import path from "node:path";

import { chainIdOf } from "../checked-values.ts";

const LATEST = "-latest";

/**
 * Whether a file is where forge keeps the latest broadcast of a function: `<script>/<chain>/<function>-latest.json`, with
 * the selector of a call by calldata instead of a name, and each file of `multi/<script>-latest/`. Files and folders
 * with a time in their names are copies of earlier states.
 *
 * @param folder Absolute path.
 */
export function isLatestBroadcast(folder: string, file: string): boolean {
  if (!file.endsWith(".json") || file.startsWith(".")) return false;
  const name = path.basename(file, ".json");
  if (folder.endsWith(LATEST)) return name === "run" || path.basename(path.dirname(folder)) === "multi";
  if (name === `run${LATEST}`) return true;
  return name.endsWith(LATEST) && chainIdOf(path.basename(folder)) !== undefined;
}

/** The folder of a script's broadcasts, also for a broadcast to several chains, which forge keeps elsewhere. */
export function scriptFolderOf(broadcast: string): string {
  const folder = path.dirname(broadcast);
  const around = path.dirname(folder);
  const isMulti = path.basename(around) === "multi" && folder.endsWith(LATEST);
  return isMulti ? path.join(path.dirname(around), path.basename(folder).slice(0, -LATEST.length)) : around;
}
