import { createRequire } from "node:module";
import path from "node:path";

/**
 * The project's public home, such as `https://github.com/<owner>/<name>`. Undefined until there is one. `package.json`
 * can't import it, so a test compares its `repository`, `homepage` and `bugs` with it.
 */
export const HOME: string | undefined = undefined;

const PACKAGE = "hardhat-verify-contract";
const PAGE = "docs/errors.md";

/** Returns the URL of a code's entry in docs/errors.md. Undefined for an unknown code, and without a public home. */
export function getDocsUrl(code: string, home = HOME): string | undefined {
  // GitHub derives the anchor from the heading.
  return isCode(code) && home !== undefined ? `${home}/blob/main/${PAGE}#${code.toLowerCase()}` : undefined;
}

/**
 * Returns where to read about codes shown on screen: a URL, else the installed page, else a command that prints it.
 * Undefined if no text is a code.
 */
export function getDocsPlace(
  codes: Iterable<string>,
  home = HOME,
  installed: () => string | undefined = installedPage,
): string | undefined {
  const known = [...codes].filter(isCode);
  const [first, ...others] = known;
  if (first === undefined) return undefined;
  const page = home === undefined ? installed() : `${home}/blob/main/${PAGE}`;
  if (page === undefined) return `npx ${PACKAGE} explain ${known.join(" ")}`;
  const also =
    others.length === 0 ? "" : ` (also ${others.map((code) => `#${code.toLowerCase()}`).join(", ")})`;
  return `${page}#${first.toLowerCase()}${also}`;
}

function isCode(text: string): boolean {
  return /^VC\d{3}$/.test(text);
}

function installedPage(): string | undefined {
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  return findInstalledPage(path.dirname(manifest), path.resolve());
}

/** Cache folders of npx, pnpm dlx and bunx, which run packages without installing them. */
const CACHE = /[\\/](_npx|dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/;

/**
 * Returns the docs page of a package installed in the user's project, relative to the working directory. Undefined if
 * the package is in a cache, which may be deleted at any time, or elsewhere.
 *
 * @param root Absolute path of the package's folder.
 */
export function findInstalledPage(root: string, folder: string): string | undefined {
  const [project = root] = root.split(`${path.sep}node_modules${path.sep}`);
  const isAround = folder === project || folder.startsWith(project + path.sep);
  if (project === root || CACHE.test(root) || !isAround) return undefined;
  return path.relative(folder, path.join(root, PAGE)).split(path.sep).join("/");
}
