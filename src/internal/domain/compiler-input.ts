/** A standard JSON input, as a compiler takes it. */
export interface StandardJsonInput {
  readonly language: string;
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * The input as it was compiled, with only some of its sources.
 *
 * Settings stay exactly as compiled. `settings.libraries` is not added for a contract that was linked afterwards, and
 * remappings that nothing uses any more stay: both are part of the metadata, and changing them loses the exact match.
 */
export function withSources(input: StandardJsonInput, sourceNames: readonly string[]): StandardJsonInput {
  const kept = new Set(sourceNames);
  return {
    language: input.language,
    sources: Object.fromEntries(Object.entries(input.sources).filter(([name]) => kept.has(name))),
    settings: input.settings,
  };
}
