import { HIDDEN } from "../text/key-like.ts";

/** Real pages don't need longer URLs, and links are never shortened. */
const MAX_URL_LENGTH = 2000;

/** Returns the URL in plain ASCII if it is http or https, and has no credentials or redacted parts. */
export function safeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) {
    return undefined;
  }
  const { protocol, username, password, href } = new URL(url);
  if (href.includes(HIDDEN)) return undefined;
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" && href.length <= MAX_URL_LENGTH ? href : undefined;
}
