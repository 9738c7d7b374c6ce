const SECRET_NAME = /key|token|secret|password|passwd|auth|credential|signature|session/i;

/**
 * A URL for printing: no user name, no password, no fragment, and `***` for query values whose name looks
 * like that of a secret. A text that is no URL loses everything that could be user information.
 */
export function withoutCredentials(url: string | URL): string {
  const parsed = URL.parse(String(url));
  if (parsed === null)
    return String(url)
      .replace(/\/\/[^/?#]*@/, "//")
      .replace(/[?#].*$/s, "");
  parsed.username = "";
  parsed.password = "";
  parsed.hash = "";
  for (const name of new Set(parsed.searchParams.keys())) {
    if (SECRET_NAME.test(name)) parsed.searchParams.set(name, "***");
  }
  return parsed.href;
}
