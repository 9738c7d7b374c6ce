import { decodePercent, HIDDEN, looksLikeKey } from "../../text/key-like.ts";

/**
 * Removes user name, password and fragment. `***` replaces each query value and anything in the path that looks like a
 * key. From an invalid URL, everything that could be user information is removed.
 */
export function withoutCredentials(url: string | URL): string {
  const parsed = URL.parse(String(url));
  if (parsed === null)
    return withoutKeys(
      String(url)
        .replace(/\/\/[^/?#]*@/, "//")
        .replace(/[?#].*$/s, ""),
    );
  parsed.username = "";
  parsed.password = "";
  parsed.hash = "";
  parsed.pathname = withoutKeys(parsed.pathname);
  for (const name of new Set(parsed.searchParams.keys())) {
    if (looksLikeKey(name)) parsed.searchParams.delete(name);
    else parsed.searchParams.set(name, HIDDEN);
  }
  return parsed.href;
}

/** The base URL of a service for printing, without query or trailing slash, so a path can be appended. */
export function formatBaseUrl(base: string | URL): string {
  return withoutCredentials(base)
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "");
}

function withoutKeys(path: string): string {
  return path
    .split("/")
    .map((segment) => (looksLikeKey(decodePercent(segment)) ? HIDDEN : segment))
    .join("/");
}
