/** Formats a size: "57 bytes", "3.1 kB", "1.2 MB". A kB has 1000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, "byte");
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Formats a duration: "850 ms", "12.4 s", "2 min 5 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Formats a count: "1 file", "3 files", "2,000 files". */
export function formatCount(count: number, thing: string): string {
  return `${groupDigits(count)} ${thing}${count === 1 ? "" : "s"}`;
}

/** Example: "24576 bytes". Exact and without separators, for a length that is compared. */
export function formatLength(bytes: number): string {
  return bytes === 1 ? "1 byte" : `${bytes} bytes`;
}

/** Example: "2,000". `toLocaleString` is slower: it first loads locale data, which takes longer than a whole check. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Joins a list: "a", "a and b", "a, b and c". */
export function joinWords(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Returns the first `limit` entries of a list. If there are more, one additional entry at the end says how many. */
export function shortenList(
  all: readonly string[],
  limit: number,
  restWords = (rest: number): string => `and ${rest} more`,
): readonly string[] {
  const rest = all.length - limit;
  return rest > 0 ? [...all.slice(0, limit), restWords(rest)] : all;
}

/** Joins the first entries: "a, b, and 3 more". Undefined for an empty list. */
export function joinFirst(items: readonly string[], limit: number): string | undefined {
  return shortenList(items, limit).join(", ") || undefined;
}

/** Capitalizes a sentence's first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
