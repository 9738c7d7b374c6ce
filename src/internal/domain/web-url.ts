/** Whether a value is a URL that a browser opens. */
export function isWebUrl(value: unknown): value is string {
  return typeof value === "string" && /^https?:$/.test(URL.parse(value)?.protocol ?? "");
}
