import { existsSync } from "node:fs";
import path from "node:path";

import { parse } from "smol-toml";

import { isObject } from "../../build/json-file.ts";
import { textOf } from "../checked-values.ts";
import { orReason, readRecordText } from "../record-file.ts";

export const FOUNDRY_CONFIG = "foundry.toml";
const LARGEST_CONFIG_BYTES = 1024 * 1024;

/** Where a Foundry project keeps what we read. Absolute paths. */
export interface FoundryFolders {
  readonly artifacts: string;
  readonly broadcasts: string;
}

/** @param root Absolute path; where it has no usable foundry.toml, Foundry's own defaults are taken. */
export async function foundryFolders(root: string): Promise<FoundryFolders> {
  const read = await orReason(readRecordText(path.join(root, FOUNDRY_CONFIG), LARGEST_CONFIG_BYTES));
  const profile = "value" in read ? defaultProfile(read.value) : {};
  return {
    artifacts: path.resolve(root, textOf(profile.out) ?? "out"),
    broadcasts: path.resolve(root, textOf(profile.broadcast) ?? "broadcast"),
  };
}

/**
 * The root of the project that a broadcast belongs to: the nearest folder around it with a foundry.toml, else the one
 * that holds `broadcast`, else the file's own folder.
 *
 * @param file Absolute path.
 */
export function foundryRootOf(file: string): string {
  const around = foldersAround(file);
  const withConfig = around.find((folder) => existsSync(path.join(folder, FOUNDRY_CONFIG)));
  const broadcast = around.find((folder) => path.basename(folder) === "broadcast");
  return withConfig ?? (broadcast === undefined ? path.dirname(file) : path.dirname(broadcast));
}

function foldersAround(file: string): readonly string[] {
  const folders = [path.dirname(file)];
  for (const folder of folders) if (path.dirname(folder) !== folder) folders.push(path.dirname(folder));
  return folders;
}

function defaultProfile(toml: string): Readonly<Record<string, unknown>> {
  try {
    const { profile } = parse(toml);
    return isObject(profile) && isObject(profile.default) ? profile.default : {};
  } catch {
    return {};
  }
}
