/** Maximum length of a name. The computation time grows with the square of the length. */
const MAX_LENGTH = 300;
const MAX_NAMES = 1000;
/**
 * Maximum number of changed letters. A name with more changes is a different word, and short words allow fewer changes.
 */
const MAX_CHANGES = 2;

/**
 * Returns the names most similar to a mistyped one, best first. At most two letters differ. On a tie, a name that
 * starts with the mistyped one wins.
 */
export function findNearestNames(wanted: string, names: Iterable<string>, count = 3): readonly string[] {
  const limit = Math.min(MAX_CHANGES, Math.floor(wanted.length / 2));
  if (wanted.length > MAX_LENGTH) return [];
  return [...new Set(names)]
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .slice(0, MAX_NAMES)
    .map((name) => ({ name, distance: computeDistance(wanted, name) }))
    .filter((near) => near.distance <= limit)
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.name.startsWith(wanted)) - Number(a.name.startsWith(wanted)) ||
        (a.name < b.name ? -1 : 1),
    )
    .slice(0, count)
    .map((near) => near.name);
}

export function findNearestName(wanted: string, names: Iterable<string>): string | undefined {
  return findNearestNames(wanted, names, 1)[0];
}

/** Returns a hint for a name that doesn't exist. @param meant The nearest name, if any. */
export function didYouMean(meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

/** Computes the Levenshtein distance, ignoring case. */
function computeDistance(from: string, to: string): number {
  const a = from.toLowerCase();
  const b = to.toLowerCase();
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
