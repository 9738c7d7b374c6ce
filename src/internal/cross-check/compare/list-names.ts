const SHOWN = 3;
const LONGEST = 60;

/** A few of many names, which may be of a service and of any length, and how many there are more. */
export function listNames(names: readonly string[]): string {
  const shown = names
    .slice(0, SHOWN)
    .map((name) => (name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name));
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
