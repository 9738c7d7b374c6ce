/**
 * The milliseconds that a Retry-After header asks to wait, in both its forms (RFC 9110 section 10.2.3): seconds, or
 * an HTTP date, counted from `nowMs`. Undefined when it says nothing that can be understood.
 *
 * @param nowMs The server's own clock (its Date header) where it is known, so that a wrong clock here doesn't matter.
 */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  // `Date.parse` takes much that is not a date, such as "-5"; an HTTP date starts with the day's name.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
