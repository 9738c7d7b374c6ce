/** A date as an interface writes it: without a time zone nobody knows which moment is meant. */
const DATE_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** The moment that a date of a status service names, in milliseconds since 1970; undefined for what is no date. */
export function momentOf(date: string | null): number | undefined {
  if (date === null || !DATE_WITH_ZONE.test(date)) return undefined;
  const moment = Date.parse(date);
  return Number.isNaN(moment) || !isDay(date.slice(0, 10)) || !hasFourDigitYear(moment) ? undefined : moment;
}

/** `Date.parse` takes February 31 for a day in March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** A time zone can carry the first and the last year into one that is written with six digits and a sign. */
function hasFourDigitYear(moment: number): boolean {
  return /^\d{4}-/.test(new Date(moment).toISOString());
}

/** "2026-11-21 14:00 UTC"; what is no date as it came, not cleaned. */
export function utcWords(date: string | null): string {
  const moment = momentOf(date);
  return moment === undefined
    ? (date ?? "a time that is not given")
    : `${new Date(moment).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
