import { HIDDEN } from "../text/key-like.ts";

/** Real pages don't need longer URLs, and links are never shortened. */
const MAX_URL_LENGTH = 2000;

/** Returns the URL in plain ASCII if it is http or https, and has no credentials or redacted parts. */
export function safeUrl(url: string): string | undefined {
  const { protocol = "", username, password, href = "" } = URL.parse(url) ?? {};
  const isWeb = /^https?:$/.test(protocol) && username === "" && password === "";
  return isWeb && href.length <= MAX_URL_LENGTH && !href.includes(HIDDEN) ? href : undefined;
}
