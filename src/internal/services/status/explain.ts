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
  const incidents = openIncidents(summary);
  const { active, upcoming } = plannedMaintenance(summary, now);
  const [next] = upcoming.filter((maintenance) => isSoon(maintenance, now));
  return [
    fact("Status page", `${clean(indicator)}: ${clean(description)}`),
    ...incidents
      .slice(0, MOST_SHOWN)
      .map(({ name, state }) => fact("Incident", `${clean(name)}, ${clean(state)}`)),
    ...more("Incidents", incidents.length),
    ...active
      .slice(0, MOST_SHOWN)
      .map(({ name, until }) => fact("Maintenance", `${clean(name)}, until ${clean(utcWords(until))}`)),
    ...more("Maintenances", active.length),
    ...(next === undefined
      ? []
      : [
          fact(
            "Maintenance",
            `${clean(next.name)}, from ${clean(utcWords(next.from))} until ${clean(utcWords(next.until))}`,
          ),
        ]),
  ];
}

/** Planned maintenance counts from its planned begin to its end. */
function isSoon({ from, until }: Maintenance, now: Date): boolean {
  const begins = momentOf(from);
  const ends = momentOf(until);
  return (
    begins !== undefined && begins <= now.getTime() + SOON_MS && (ends === undefined || ends > now.getTime())
  );
}

function more(label: string, count: number): readonly Fact[] {
  return count > MOST_SHOWN ? [fact(label, `and ${count - MOST_SHOWN} more`)] : [];
}

function fact(label: string, value: string): Fact {
  return { label, value };
}

function clean(text: string): string {
  return cleanText(text, LONGEST_TEXT);
}
