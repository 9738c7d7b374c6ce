import { existsSync } from "node:fs";
import path from "node:path";

/** A folder and all its parents. */
export function foldersAround(folder: string): readonly string[] {
  const folders = [folder];
  for (const each of folders) if (path.dirname(each) !== each) folders.push(path.dirname(each));
  return folders;
}

/** A folder and its parents up to the root of its git checkout, or all of them without one. */
export function foldersOfCheckout(folder: string): readonly string[] {
  const around = foldersAround(folder);
  const gitRoot = around.findIndex((each) => existsSync(path.join(each, ".git")));
  return gitRoot === -1 ? around : around.slice(0, gitRoot + 1);
}

/** True for a folder itself and for what is below it. Both paths are absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  // On another drive of Windows, the relative path is absolute.
  return relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}
