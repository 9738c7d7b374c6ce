import { isObject } from "../../text/is-object.ts";

type Table = Readonly<Record<string, unknown>>;

/** The TOML files that Foundry merges; `base` is the one that the profile `extends`. */
export interface FoundryFiles {
  readonly project: Table;
  readonly base: Table;
  /** `~/.foundry/foundry.toml`. */
  readonly global: Table;
}

/** Folders as configured: relative to the project, or absolute. */
export interface FoundrySettings {
  readonly src: string;
  readonly out: string;
  readonly broadcast: string;
  /** The value of `FOUNDRY_PROFILE` if no file has such a profile. */
  readonly unknownProfile?: string;
}

const DEFAULTS = { src: "src", out: "out", broadcast: "broadcast" } as const;
const DEFAULT_PROFILE = "default";

/**
 * Resolves settings as `forge config --json` does (measured with forge 1.7.1). The environment precedes the files, and
 * `FOUNDRY_` precedes `DAPP_`. In the files, the chosen profile precedes `default`, and the project precedes the global
 * file. An unknown profile falls back to `default`. Profile names ignore case.
 */
export function resolveFoundrySettings(
  files: FoundryFiles,
  environment: Readonly<Record<string, string | undefined>>,
): FoundrySettings {
  const { tables, unknownProfile } = profileTables(files, environment);
  const setting = (key: keyof typeof DEFAULTS): string => {
    const values = [...ofEnvironment(key, environment), ...tables.map((table) => table?.[key])];
    return (values.find((value) => typeof value === "string" && value !== "") as string) ?? DEFAULTS[key];
  };
  return {
    src: setting("src"),
    out: setting("out"),
    broadcast: setting("broadcast"),
    ...(unknownProfile === undefined ? {} : { unknownProfile }),
  };
}

/** `solc` as configured: a version, or the path of an executable. */
export function foundrySolc(
  files: FoundryFiles,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { tables } = profileTables(files, environment);
  const values = [...ofEnvironment("solc", environment), ...tables.map((table) => table?.solc)];
  return values.find((value): value is string => typeof value === "string" && value !== "");
}

/** The tables of the chosen profile, that which precedes first. */
export function profileTables(
  files: FoundryFiles,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly tables: readonly (Table | undefined)[]; readonly unknownProfile: string | undefined } {
  const { FOUNDRY_PROFILE: named = DEFAULT_PROFILE } = environment;
  const isKnown =
    named === DEFAULT_PROFILE ||
    [files.project, files.global].some((it) => profileOf(it, named) !== undefined);
  const chosen = isKnown ? named : DEFAULT_PROFILE;
  const base = isKnown ? files.base : {};
  const tables = [
    ...[chosen, DEFAULT_PROFILE].flatMap((name) => [profileOf(files.project, name), profileOf(base, name)]),
    ...[chosen, DEFAULT_PROFILE].map((name) => profileOf(files.global, name)),
  ];
  return { tables, unknownProfile: isKnown ? undefined : named };
}

/** Values of a setting's variables, `FOUNDRY_` first. */
export function ofEnvironment(
  key: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly (string | undefined)[] {
  return ["FOUNDRY_", "DAPP_"].map((prefix) => environment[prefix + key.toUpperCase()]?.trim());
}

/** The file that the chosen profile `extends`, as configured; undefined for none. */
export function extendedFile(
  project: Table,
  { FOUNDRY_PROFILE: named = DEFAULT_PROFILE }: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const written = profileOf(project, named)?.extends;
  const file = isObject(written) ? written.path : written;
  return typeof file === "string" && file !== "" ? file : undefined;
}

function profileOf({ profile }: Table, name: string): Table | undefined {
  if (!isObject(profile)) return undefined;
  const found = Object.entries(profile).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return isObject(found) ? found : undefined;
}
