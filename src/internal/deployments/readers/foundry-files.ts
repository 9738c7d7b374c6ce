import path from "node:path";

import { chainIdOf } from "../checked-values.ts";

const LATEST = "-latest";

/**
 * Whether a file is forge's latest broadcast of a function: `<script>/<chain>/<function>-latest.json`, where a call by
 * calldata has its selector as the function, or any file in `multi/<script>-latest/`. Files and folders with a timestamp
 * in their names are older copies.
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

/** The folder of a script's broadcasts. Forge stores a broadcast to several chains elsewhere, below `multi`. */
export function scriptFolderOf(broadcast: string): string {
  const folder = path.dirname(broadcast);
  const around = path.dirname(folder);
  const isMulti = path.basename(around) === "multi" && folder.endsWith(LATEST);
  return isMulti ? path.join(path.dirname(around), path.basename(folder).slice(0, -LATEST.length)) : around;
}
