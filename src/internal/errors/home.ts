/** The project's public home, undefined until one exists. A test compares it with the URLs in package.json. */
export const HOME: string | undefined = undefined;

const PACKAGE = "hardhat-verify-contract";
/** The page that explains every error code. */
export const PAGE = "docs/errors.md";

/** Undefined if the code is unknown or the project has no public home. */
export function getDocsUrl(code: string, home = HOME): string | undefined {
  // GitHub derives the anchor from the heading.
  return isCode(code) && home !== undefined ? `${home}/blob/main/${PAGE}#${code.toLowerCase()}` : undefined;
}

/** The page's URL, or the command that prints the page if there is no public home. Undefined if there is no code. */
export function getDocsPlace(texts: Iterable<string>, home = HOME): string | undefined {
  const known = [...texts].filter(isCode);
  const [first, ...others] = known;
  if (first === undefined) return undefined;
  if (home === undefined) return `npx ${PACKAGE} explain ${known.join(" ")}`;
  const also =
    others.length === 0 ? "" : ` (also ${others.map((code) => `#${code.toLowerCase()}`).join(", ")})`;
  return `${getDocsUrl(first, home)}${also}`;
}

function isCode(text: string): boolean {
  return /^VC\d{3}$/.test(text);
}
