/** No page needs a longer one, and it is shown whole. */
const LONGEST_URL = 2000;

/** The link as it may be followed, or undefined: only http and https, and without credentials. Plain ASCII. */
export function safeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) {
    return undefined;
  }
  const { protocol, username, password, href } = new URL(url);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" && href.length <= LONGEST_URL ? href : undefined;
}
