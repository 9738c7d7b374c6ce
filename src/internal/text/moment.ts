/** A date with its time zone, which it needs to name a moment. */
const DATE_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** A service's date in milliseconds since 1970; undefined if invalid or without a time zone. */
export function momentOf(date: string | null | undefined): number | undefined {
  if (date == null || !DATE_WITH_ZONE.test(date)) return undefined;
  const moment = Date.parse(date);
  return Number.isNaN(moment) || !isDay(date.slice(0, 10)) || !hasFourDigitYear(moment) ? undefined : moment;
}

/** `Date.parse` reads February 31 as a day in March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** A time zone can shift the first and the last year out of the range with four digits. */
function hasFourDigitYear(moment: number): boolean {
  return /^\d{4}-/.test(new Date(moment).toISOString());
}

/** "2026-11-21T14:00:05Z": to the second, in UTC. */
export function utcSecond(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** "14:00 UTC" for a time of the same day as another one, else "2026-11-21". Both in ISO 8601. */
export function dayTimeWords(date: string, now: string): string {
  const words = utcWords(date);
  return words.slice(0, 10) === utcWords(now).slice(0, 10) ? words.slice(11) : words.slice(0, 10);
}

/** "2026-11-21 14:00 UTC"; an invalid date unchanged, not cleaned. */
export function utcWords(date: string | null): string {
  const moment = momentOf(date);
  return moment === undefined
    ? (date ?? "an unknown time")
    : `${new Date(moment).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
