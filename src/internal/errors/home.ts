import { createRequire } from "node:module";
import path from "node:path";

/**
 * The project's public home, such as `https://github.com/<owner>/<name>`; undefined while it has no public home. `package.json`
 * can't import it, so a test compares its `repository`, `homepage` and `bugs` with it.
 */
export const HOME: string | undefined = undefined;

const PACKAGE = "hardhat-verify-contract";
const PAGE = "docs/errors.md";

/** URL of a code's entry in docs/errors.md; undefined for an unknown code, and while there is no home. */
export function docsOf(code: string, home = HOME): string | undefined {
  // GitHub makes the anchor of the heading.
  return isCode(code) && home !== undefined ? `${home}/blob/main/${PAGE}#${code.toLowerCase()}` : undefined;
}

/**
 * The place that explains the codes on a screen: a URL, without a home the installed page, else the command that prints it. Undefined
 * if no text is a code.
 */
export function docsPlace(
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
  return pageIn(path.dirname(manifest), path.resolve());
}

/** Folders of programs that run a package without installing it: npx, pnpm dlx, bunx. */
const CACHE = /[\\/](_npx|dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/;

/**
 * The page in a package that is installed for a project, from where the user stands. Undefined in a cache, which may be gone
 * tomorrow, and for a package elsewhere.
 *
 * @param root Absolute path of the package's folder.
 */
export function pageIn(root: string, folder: string): string | undefined {
  const [project = root] = root.split(`${path.sep}node_modules${path.sep}`);
  const isAround = folder === project || folder.startsWith(project + path.sep);
  if (project === root || CACHE.test(root) || !isAround) return undefined;
  return path.relative(folder, path.join(root, PAGE)).split(path.sep).join("/");
}
