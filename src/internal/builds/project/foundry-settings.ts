import { isObject } from "../../text/is-object.ts";

type Table = Readonly<Record<string, unknown>>;

/** The TOML files that Foundry merges; `base` is the one that the profile `extends`. */
export interface FoundryFiles {
  readonly project: Table;
  readonly base: Table;
  /** `~/.foundry/foundry.toml`. */
  readonly global: Table;
}

const DEFAULT_PROFILE = "default";

/**
 * A setting as `forge config --json` has it (measured with forge 1.7.1); undefined where none of them has it. The environment
 * precedes the files, and `FOUNDRY_` precedes `DAPP_`. In the files, the chosen profile precedes `default`, and the project
 * precedes the global file. An unknown profile falls back to `default`. Profile names ignore case.
 */
export function foundrySetting(
  key: string,
  files: FoundryFiles,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const ofEnvironment = ["FOUNDRY_", "DAPP_"].map((prefix) =>
    environment[prefix + key.toUpperCase()]?.trim(),
  );
  const ofFiles = profileTables(files, environment).tables.map((table) => table?.[key]);
  return [...ofEnvironment, ...ofFiles].find((value) => typeof value === "string" && value !== "") as
    | string
    | undefined;
}

/** The tables of the chosen profile, that which precedes first; `unknownProfile` is one that no file has. */
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
