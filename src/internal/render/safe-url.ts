import { HIDDEN } from "../text/key-like.ts";

/** No page needs a longer one, and links are never shortened. */
const LONGEST_URL = 2000;

/** A URL that is safe as a link, in plain ASCII: http or https, without credentials, no part hidden. Otherwise undefined. */
export function safeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) {
    return undefined;
  }
  const { protocol, username, password, href } = new URL(url);
  // Such a link leads nowhere.
  if (href.includes(HIDDEN)) return undefined;
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" && href.length <= LONGEST_URL ? href : undefined;
}
