const SHOWN = 3;
const LONGEST = 60;

/** The first few names, shortened because a service may send any length, and the count of the others. */
export function listNames(names: readonly string[]): string {
  const shown = names
    .slice(0, SHOWN)
    .map((name) => (name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name));
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
