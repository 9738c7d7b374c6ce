import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";

import { extendedFile, type FoundryFiles } from "./foundry-settings.ts";

export const FOUNDRY_CONFIG = "foundry.toml";
const LARGEST_CONFIG_BYTES = 1024 * 1024;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Configuration that forge reads outside the project's own files. */
export interface Surroundings {
  /** The process's variables; the project's `.env` adds to them. */
  readonly environment: Environment;
  /** The user's home folder, with `.foundry/foundry.toml`. */
  readonly home: string;
}

export function ofProcess(): Surroundings {
  return { environment: process.env, home: homedir() };
}

/** The variables of a `.env` file; none where it is missing. */
export async function readEnvFile(file: string): Promise<Environment> {
  return parseEnv(await readSmall(file));
}

/** What configures the Foundry project in a folder: its TOML files, and the environment with its `.env`. */
export async function readFoundry(
  root: string,
  { environment: own, home }: Surroundings,
): Promise<{ readonly files: FoundryFiles; readonly environment: Environment }> {
  const environment = { ...(await readEnvFile(path.join(root, ".env"))), ...own };
  const config = environment.FOUNDRY_CONFIG;
  const project = await readToml(config ? path.resolve(config) : path.join(root, FOUNDRY_CONFIG));
  const base = extendedFile(project, environment);
  const files: FoundryFiles = {
    project,
    base: base === undefined ? {} : await readToml(path.resolve(root, base)),
    global: await readToml(path.join(home, ".foundry", FOUNDRY_CONFIG)),
  };
  return { files, environment };
}

/** A table as forge takes it in a variable, `{ name = "value" }`; empty for anything else. */
export async function inlineTable(text: string | undefined): Promise<unknown> {
  return (await parseToml(text ? `table = ${text}` : "")).table ?? {};
}

async function readToml(file: string): Promise<Readonly<Record<string, unknown>>> {
  return parseToml(await readSmall(file));
}

/** Empty for an unusable text: forge itself reports what is wrong with it. */
async function parseToml(text: string): Promise<Readonly<Record<string, unknown>>> {
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
