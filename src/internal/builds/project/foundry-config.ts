import { homedir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { asObject, isObject, type Json } from "../../text/is-object.ts";
import { readText } from "../json-file.ts";

export const FOUNDRY_CONFIG = "foundry.toml";
const MAX_CONFIG_BYTES = 1024 * 1024;
const DEFAULT_PROFILE = "default";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface FoundryFiles {
  readonly project: Json;
  /** The file that the profile's `extends` key refers to. */
  readonly base: Json;
  /** `~/.foundry/foundry.toml`. */
  readonly global: Json;
}

export type FoundryConfig = ReturnType<typeof createFoundryConfig>;

export async function readFoundry(root: string): Promise<FoundryConfig> {
  const environment = { ...(await readEnvFile(path.join(root, ".env"))), ...process.env };
  const config = environment.FOUNDRY_CONFIG;
  const project = await readToml(config ? path.resolve(config) : path.join(root, FOUNDRY_CONFIG));
  const base = findExtendedFile(project, environment);
  return createFoundryConfig(
    {
      project,
      base: base === undefined ? {} : await readToml(path.resolve(root, base)),
      global: await readToml(path.join(homedir(), ".foundry", FOUNDRY_CONFIG)),
    },
    environment,
  );
}

/**
 * Chooses the profile. An unknown profile falls back to `default`, as in Foundry.
 *
 * @param environment Variables of the process and of the project's `.env`.
 */
export function createFoundryConfig(files: FoundryFiles, environment: Environment) {
  const { project, base, global } = files;
  const { FOUNDRY_PROFILE: named = DEFAULT_PROFILE } = environment;
  const isKnown =
    named === DEFAULT_PROFILE || [project, global].some((it) => findProfile(it, named) !== undefined);
  const profiles = [isKnown ? named : DEFAULT_PROFILE, DEFAULT_PROFILE];
  /** In order of precedence. */
  const tables = [
    ...profiles.flatMap((name) => [findProfile(project, name), findProfile(isKnown ? base : {}, name)]),
    ...profiles.map((name) => findProfile(global, name)),
  ];
  return { files, environment, tables };
}

/**
 * Returns a setting as `forge config --json` prints it (tested with forge 1.7.1). Undefined if it isn't set.
 * Environment variables take precedence over the files. Among the files, the chosen profile takes precedence over
 * `default`, and the project over the global file. Profile names ignore case.
 */
export function readFoundrySetting(key: string, { environment, tables }: FoundryConfig): string | undefined {
  const fromEnvironment = environment[`FOUNDRY_${key.toUpperCase()}`]?.trim();
  return [fromEnvironment, ...tables.map((table) => table?.[key])].find(
    (value): value is string => typeof value === "string" && value !== "",
  );
}

function findExtendedFile(
  project: Json,
  { FOUNDRY_PROFILE: named = DEFAULT_PROFILE }: Environment,
): string | undefined {
  const written = findProfile(project, named)?.extends;
  const file = isObject(written) ? written.path : written;
  return typeof file === "string" && file !== "" ? file : undefined;
}

function findProfile({ profile }: Json, name: string): Json | undefined {
  const found = Object.entries(asObject(profile)).find(
    ([key]) => key.toLowerCase() === name.toLowerCase(),
  )?.[1];
  return isObject(found) ? found : undefined;
}

export async function readEnvFile(file: string): Promise<Environment> {
  return parseEnv(await readSmall(file));
}

/**
 * Parses `{ name = "value" }`, as forge accepts it in an environment variable. Returns an empty table for anything
 * else.
 */
export async function parseInlineTable(text: string | undefined): Promise<unknown> {
  return (await parseToml(text ? `table = ${text}` : "")).table ?? {};
}

async function readToml(file: string): Promise<Json> {
  return parseToml(await readSmall(file));
}

/** Parses TOML. Returns an empty table for invalid text, because forge itself reports the error. */
async function parseToml(text: string): Promise<Json> {
  if (text === "") return {};
  // Loaded on demand, because most projects have no such file.
  const { parse } = await import("smol-toml");
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** Returns an empty string for a file that is missing, too large or not a regular file. */
function readSmall(file: string): Promise<string> {
  return readText(file, MAX_CONFIG_BYTES).catch(() => "");
}
