/**
 * A text of at most `maxBytes`: with as many entries as fit, else cut after a line.
 *
 * @param textOf The text with so many entries.
 */
export function within(maxBytes: number, most: number, textOf: (count: number) => string): string {
  const fits = (count: number): boolean => Buffer.byteLength(textOf(count)) <= maxBytes;
  if (fits(most)) return textOf(most);
  const count = largest(most, fits);
  return count === undefined ? cutAfterLine(textOf(0), maxBytes) : textOf(count);
}

/** The largest count up to `most` that holds; undefined if not even 0 does. A count that holds, holds for less. */
function largest(most: number, holds: (count: number) => boolean): number | undefined {
  if (!holds(0)) return undefined;
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Cuts after a whole line, because half an entity or tag would be visible. */
function cutAfterLine(text: string, maxBytes: number): string {
  const lines = text.split("\n");
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1);
  let total = 0;
  const kept = lines.filter((_, index) => {
    total += sizes[index] ?? 0;
    return total <= maxBytes;
  });
  return kept.length === 0 ? "" : `${kept.join("\n")}\n`;
}
