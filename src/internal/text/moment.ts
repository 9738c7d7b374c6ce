/** A date with an offset. Dates without one are ambiguous. */
const DATE_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Parses a service's date to milliseconds since 1970. Undefined if it is invalid or has no offset. */
export function parseMoment(date: string | null | undefined): number | undefined {
  if (date == null || !DATE_WITH_ZONE.test(date)) return undefined;
  const moment = Date.parse(date);
  return Number.isNaN(moment) || !isDay(date.slice(0, 10)) || !hasFourDigitYear(moment) ? undefined : moment;
}

/** The earliest and the latest moment that a date can mean, in milliseconds since 1970. */
export type TimeSpan = NonNullable<ReturnType<typeof parseTimeSpan>>;

/** Time zones are at most 26 hours apart. */
const MAX_ZONES_MS = 26 * 3_600_000;

/**
 * Parses a service's date in any spelling. A date that has no offset or an unusual spelling may belong to any time
 * zone. Undefined if it is invalid.
 */
export function parseTimeSpan(date: string | null | undefined) {
  const exact = parseMoment(date);
  if (exact !== undefined) return { fromMs: exact, toMs: exact };
  const inSomeZone = Date.parse(date ?? "");
  return Number.isNaN(inSomeZone)
    ? undefined
    : { fromMs: inSomeZone - MAX_ZONES_MS, toMs: inSomeZone + MAX_ZONES_MS };
}

/** Rejects days such as February 31, which `Date.parse` reads as a day in March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Rejects dates whose year no longer has four digits after conversion to UTC. */
function hasFourDigitYear(moment: number): boolean {
  return /^\d{4}-/.test(new Date(moment).toISOString());
}

/** Formats a date in UTC, to the second: "2026-11-21T14:00:05Z". JavaScript has no dates after the year 275760. */
export function formatUtcSecond(date: Date): string {
  return Number.isNaN(date.getTime()) ? "an impossible time" : date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Formats an ISO 8601 time: "14:00 UTC" on the same day as `now`, else "2026-11-21". */
export function formatDayOrTime(date: string, now: string): string {
  const words = formatUtcMinute(date);
  return words.slice(0, 10) === formatUtcMinute(now).slice(0, 10) ? words.slice(11) : words.slice(0, 10);
}

/** Formats a time: "2026-11-21 14:00 UTC". Returns an invalid date unchanged, without cleaning it. */
export function formatUtcMinute(date: string | null): string {
  const moment = parseMoment(date);
  return moment === undefined
    ? (date ?? "an unknown time")
    : `${new Date(moment).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
