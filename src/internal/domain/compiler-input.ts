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
