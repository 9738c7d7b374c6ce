/** What is left out of a URL that may have a secret. */
export const LEFT_OUT = "…";

/**
 * A URL for printing, also in `--option=<url>`: the path and the query of a node's URL are often a key, so that only a
 * URL of nothing but a host is shown whole. Any other text stays.
 */
export function shownUrl(text: string): string {
  const [, before = "", url = ""] = /^(--[\w-]+=)?(.*)$/s.exec(text) ?? [];
  if (!/^(https?|wss?):/i.test(url)) return text;
  const parsed = URL.parse(url);
  if (parsed === null) return `${before}${LEFT_OUT}`;
  const isWhole = /^\/?$/.test(parsed.pathname) && parsed.search === "" && parsed.hash === "";
  const hasUser = parsed.username !== "" || parsed.password !== "";
  return `${before}${parsed.protocol}//${parsed.host}${isWhole && !hasUser ? "" : `/${LEFT_OUT}`}`;
}
