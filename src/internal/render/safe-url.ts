import { HIDDEN } from "../text/key-like.ts";

/** Real pages don't need longer URLs, and links are never shortened. */
const MAX_URL_LENGTH = 2000;

/**
 * Returns the URL in plain ASCII if it is safe as a link: http or https, without credentials or redacted parts. Returns
 * undefined for any other text.
 */
export function safeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) {
    return undefined;
  }
  const { protocol, username, password, href } = new URL(url);
  // The URL contains a redacted secret, so a link to it wouldn't work.
  if (href.includes(HIDDEN)) return undefined;
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" && href.length <= MAX_URL_LENGTH ? href : undefined;
}
