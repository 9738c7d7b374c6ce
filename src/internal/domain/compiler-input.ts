/** A compiler's standard JSON input. */
export interface StandardJsonInput {
  readonly language: string;
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Reduces an input to some of its sources.
 *
 * Keeps the settings exactly as compiled: unused remappings stay, and `settings.libraries` isn't added if the contract
 * was linked after compilation. Both are part of the metadata, so changing them would lose the exact match.
 */
export function withSources(input: StandardJsonInput, sourceNames: readonly string[]): StandardJsonInput {
  const kept = new Set(sourceNames);
  return {
    language: input.language,
    sources: Object.fromEntries(Object.entries(input.sources).filter(([name]) => kept.has(name))),
    settings: input.settings,
  };
}
