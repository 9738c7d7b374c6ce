/** `context:prefix=target`, as in a compiler's settings. */
interface Remapping {
  readonly context: string;
  readonly prefix: string;
  readonly target: string;
}

/** Parses `settings.remappings`. Like the compiler, it skips malformed entries. */
export function parseRemappings(remappings: unknown): readonly Remapping[] {
  if (!Array.isArray(remappings)) return [];
  return remappings.flatMap((text: unknown) => {
    if (typeof text !== "string") return [];
    const equals = text.indexOf("=");
    if (equals === -1) return [];
    const colon = text.slice(0, equals).indexOf(":");
    return [
      {
        context: text.slice(0, Math.max(0, colon)),
        prefix: text.slice(colon + 1, equals),
        target: text.slice(equals + 1),
      },
    ];
  });
}

/**
 * Applies the remapping that the compiler chooses: among those that fit, the longest context wins, then the longest
 * prefix, then the last (docs.soliditylang.org, "Import Remapping").
 *
 * @param sourceName The imported source name; relative imports are already resolved.
 * @param importer The importing source.
 */
export function remap(sourceName: string, importer: string, remappings: readonly Remapping[]): string {
  let best: Remapping | undefined;
  for (const remapping of remappings) {
    if (!importer.startsWith(remapping.context) || !sourceName.startsWith(remapping.prefix)) continue;
    if (best !== undefined) {
      if (remapping.context.length < best.context.length) continue;
      if (remapping.context.length === best.context.length && remapping.prefix.length < best.prefix.length)
        continue;
    }
    best = remapping;
  }
  return best === undefined ? sourceName : best.target + sourceName.slice(best.prefix.length);
}
