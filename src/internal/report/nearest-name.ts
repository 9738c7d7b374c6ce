import { nearestNames } from "../text/nearest.ts";

/** What people write for a format by its file's ending; no spelling brings them near. */
const ENDINGS: Readonly<Record<string, string>> = { md: "markdown", xml: "junit", htm: "html" };

/** The format that was probably meant, if one is near enough. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const lower = written.toLowerCase();
  const byEnding = Object.hasOwn(ENDINGS, lower) ? ENDINGS[lower] : undefined;
  return names.find((name) => name === byEnding) ?? nearestNames(lower, names, 1)[0];
}
