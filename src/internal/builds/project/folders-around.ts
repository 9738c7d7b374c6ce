import { existsSync } from "node:fs";
import path from "node:path";

export function listAncestors(folder: string): readonly string[] {
  const folders = [folder];
  for (const each of folders) if (path.dirname(each) !== each) folders.push(path.dirname(each));
  return folders;
}

/** Returns a folder and its parents up to the root of its git checkout. Outside a git checkout, returns all parents. */
export function listCheckoutFolders(folder: string): readonly string[] {
  const around = listAncestors(folder);
  const gitRoot = around.findIndex((each) => existsSync(path.join(each, ".git")));
  return gitRoot === -1 ? around : around.slice(0, gitRoot + 1);
}

/** True for the folder itself and everything inside it. Both paths are absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  // If the file is on another Windows drive, path.relative returns an absolute path.
  return relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}
