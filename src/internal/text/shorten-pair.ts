/** Number of characters to keep before the first difference. */
const BEFORE = 16;

/**
 * Shortens two different strings so that they stay different. Long strings start just before the first difference.
 *
 * @param maxLength The maximum number of UTF-16 units in each string, not counting the `…` at its ends.
 */
export function shortenPair(one: string, other: string, maxLength: number): readonly [string, string] {
  const first = firstDifference(one, other);
  const start = Math.max(one.length, other.length) <= maxLength || first < maxLength / 2 ? 0 : first - BEFORE;
  const cut = (text: string): string =>
    `${start > 0 ? "…" : ""}${text.slice(start, start + maxLength)}${start + maxLength < text.length ? "…" : ""}`;
  return [cut(one), cut(other)];
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
