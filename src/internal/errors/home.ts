/**
 * Where the project lives. `package.json` can't import it, so a test holds its `repository`, `homepage` and `bugs` to
 * this, and every other file that names the place too.
 */
export const HOME = "https://github.com/OWNER/hardhat-verify-contract";

const ERRORS = `${HOME}/blob/main/docs/errors.md`;

/** What docs/errors.md says about an error code: GitHub makes the anchor of its heading. */
export function docsUrl(code: string): string {
  return `${ERRORS}#${anchorOf(code)}`;
}

/** The same for a code of a report that was read; undefined for a text that is no code. */
export function docsOf(code: string): string | undefined {
  return /^VC\d{3}$/.test(code) ? docsUrl(code) : undefined;
}

/** `vc412` */
export function anchorOf(code: string): string {
  return code.toLowerCase();
}
