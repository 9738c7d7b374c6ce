import { asObject } from "../text/is-object.ts";

export interface StandardJsonInput {
  readonly language: string;
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Keeps the settings exactly as compiled. They are part of the metadata, so a change would lose the exact match. */
export function withSources(input: StandardJsonInput, sourceNames: readonly string[]): StandardJsonInput {
  const kept = new Set(sourceNames);
  return {
    language: input.language,
    sources: Object.fromEntries(Object.entries(input.sources).filter(([name]) => kept.has(name))),
    settings: input.settings,
  };
}

/** Skips malformed entries, as the compiler does. */
export function getRemappings({ remappings }: StandardJsonInput["settings"]): readonly string[] {
  return Array.isArray(remappings) ? remappings.filter((each) => typeof each === "string") : [];
}

/**
 * Lists libraries' addresses by `path:Name`, unvalidated. Compiler inputs nest names under their path; metadata
 * doesn't.
 */
export function librariesInSettings(
  libraries: unknown,
): readonly (readonly [name: string, address: unknown])[] {
  return Object.entries(asObject(libraries)).flatMap(
    ([key, value]): readonly (readonly [string, unknown])[] =>
      typeof value === "string"
        ? [[key, value]]
        : Object.entries(asObject(value)).map(([name, address]) => [`${key}:${name}`, address]),
  );
}
