import type { Fact } from "../../errors/problem.ts";
import type { Maintenance } from "../../report/status/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { momentOf, utcWords } from "../../text/moment.ts";
import type { StatusSummary } from "./model.ts";
import { openIncidents, plannedMaintenance } from "./pick.ts";

/** The most entries of each kind; the status page has all of them. */
const MOST_SHOWN = 3;
/** Later maintenance does not explain a present problem. */
const SOON_MS = 3 * 3_600_000;
const LONGEST_TEXT = 160;

/** A status as facts of a problem that the network may have caused. */
export function statusFacts(summary: StatusSummary, now: Date): readonly Fact[] {
  const { indicator, description } = summary.status;
  const { active, upcoming } = plannedMaintenance(summary, now);
  const soon = upcoming.filter((maintenance) => isSoon(maintenance, now)).slice(0, 1);
  return [
    { label: "Status page", value: `${clean(indicator)}: ${clean(description)}` },
    ...facts("Incident", openIncidents(summary), ({ name, state }) => `${clean(name)}, ${clean(state)}`),
    ...facts("Maintenance", active, ({ name, until }) => `${clean(name)}, until ${timeOf(until)}`),
    ...facts("Maintenance", soon, ({ name, from, until }) => {
      return `${clean(name)}, from ${timeOf(from)} until ${timeOf(until)}`;
    }),
  ];
}

/** A fact for each entry, and how many more there are. */
function facts<Entry>(
  label: string,
  entries: readonly Entry[],
  words: (entry: Entry) => string,
): readonly Fact[] {
  const more = entries.length - MOST_SHOWN;
  const shown = entries.slice(0, MOST_SHOWN).map((entry) => ({ label, value: words(entry) }));
  return more > 0 ? [...shown, { label: `${label}s`, value: `and ${more} more` }] : shown;
}

/** Planned maintenance counts from its planned begin to its end. */
function isSoon({ from, until }: Maintenance, now: Date): boolean {
  const begins = momentOf(from);
  const ends = momentOf(until);
  return (
    begins !== undefined && begins <= now.getTime() + SOON_MS && (ends === undefined || ends > now.getTime())
  );
}

function timeOf(text: string | null): string {
  return clean(utcWords(text));
}

function clean(text: string): string {
  return cleanText(text, LONGEST_TEXT);
}
