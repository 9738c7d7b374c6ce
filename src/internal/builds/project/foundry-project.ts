import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";

import { extendedFile, type FoundryFiles, resolveFoundrySettings } from "./foundry-settings.ts";

export const FOUNDRY_CONFIG = "foundry.toml";
const LARGEST_CONFIG_BYTES = 1024 * 1024;

/** Configuration that forge reads outside the project's own files. */
interface Surroundings {
  /** The process's variables; the project's `.env` adds to them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, with `.foundry/foundry.toml`. */
  readonly home: string;
}

/** The folders of a Foundry project. Absolute paths. */
export interface FoundryProject {
  readonly root: string;
  /** Whether it has a foundry.toml; without one, Foundry's defaults apply. */
  readonly isConfigured: boolean;
  readonly sources: string;
  /** Foundry's `out`. */
  readonly artifacts: string;
  readonly broadcasts: string;
  /** The value of `FOUNDRY_PROFILE` if no such profile exists; like Foundry, we then use `default`. */
  readonly unknownProfile?: string;
}

/**
 * The Foundry project around a folder. Like forge, looks for the nearest foundry.toml upward to the root of the git
 * checkout; else the folder itself is the project, with Foundry's defaults.
 *
 * @param folder Absolute path.
 */
export async function foundryProjectAround(
  folder: string,
  surroundings: Surroundings = ofProcess(),
): Promise<FoundryProject> {
  return openFoundryProject(nearestConfigured(folder) ?? folder, surroundings);
}

/**
 * The project of a broadcast: the nearest folder upward with a foundry.toml, else the parent of `broadcast`, else the
 * file's own folder.
 *
 * @param file Absolute path.
 */
export function foundryProjectOf(
  file: string,
  surroundings: Surroundings = ofProcess(),
): Promise<FoundryProject> {
  const folder = path.dirname(file);
  const broadcast = foldersAround(folder).find((each) => path.basename(each) === "broadcast");
  const holder = broadcast === undefined ? folder : path.dirname(broadcast);
  return openFoundryProject(nearestConfigured(folder) ?? holder, surroundings);
}

function nearestConfigured(folder: string): string | undefined {
  const around = foldersAround(folder);
  const gitRoot = around.findIndex((each) => existsSync(path.join(each, ".git")));
  return (gitRoot === -1 ? around : around.slice(0, gitRoot + 1)).find(hasConfig);
}

function ofProcess(): Surroundings {
  return { environment: process.env, home: homedir() };
}

async function openFoundryProject(
  root: string,
  { environment: own, home }: Surroundings,
): Promise<FoundryProject> {
  const environment = { ...parseEnv(await readSmall(path.join(root, ".env"))), ...own };
  const config = environment.FOUNDRY_CONFIG;
  const isConfigured = hasConfig(root);
  const project = await readToml(config ? path.resolve(config) : path.join(root, FOUNDRY_CONFIG));
  const base = extendedFile(project, environment);
  const files: FoundryFiles = {
    project,
    base: base === undefined ? {} : await readToml(path.resolve(root, base)),
    global: await readToml(path.join(home, ".foundry", FOUNDRY_CONFIG)),
  };
  const { src, out, broadcast, ...unknown } = resolveFoundrySettings(files, environment);
  return {
    root,
    isConfigured,
    sources: path.resolve(root, src),
    artifacts: path.resolve(root, out),
    broadcasts: path.resolve(root, broadcast),
    ...unknown,
  };
}

function hasConfig(folder: string): boolean {
  return existsSync(path.join(folder, FOUNDRY_CONFIG));
}

/** A folder and all its parents. */
function foldersAround(folder: string): readonly string[] {
  const folders = [folder];
  for (const each of folders) if (path.dirname(each) !== each) folders.push(path.dirname(each));
  return folders;
}

/** Empty for an unusable file: forge itself reports what is wrong with it. */
async function readToml(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readSmall(file);
  if (text === "") return {};
  // Most projects have no such file, and need not load the package.
  const { parse } = await import("smol-toml");
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** Empty for a missing, special or too large file. */
async function readSmall(file: string): Promise<string> {
  try {
    const found = await stat(file);
    if (!found.isFile() || found.size > LARGEST_CONFIG_BYTES) return "";
    return (await readFile(file, "utf8")).replace(/^\ufeff/, "");
  } catch {
    return "";
  }
}
