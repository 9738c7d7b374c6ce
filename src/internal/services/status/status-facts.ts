import { TOOL } from "../../domain/tool.ts";
import type { Fact, Problem } from "../../errors/problem.ts";
import { getRunExitCode } from "../../report/outcome.ts";
import type {
  Maintenance,
  OpenIncident,
  StatusReport,
  TroubledComponent,
} from "../../report/status/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { formatUtcMinute, parseMoment } from "../../text/moment.ts";
import type { StatusSummary } from "./model.ts";

/** Incidents in any other state count as open. */
const CLOSED = new Set(["resolved", "postmortem"]);

function troubledComponents(components: StatusSummary["components"]): TroubledComponent[] {
  const names = new Map(components.map(({ id, name }) => [id, name]));
  return components
    .filter(({ status }) => status !== "operational")
    .map(({ name, status, group_id }) => ({ name, group: names.get(group_id ?? "") ?? null, status }));
}

function openIncidents(incidents: StatusSummary["incidents"]): OpenIncident[] {
  return incidents
    .filter(({ status }) => !CLOSED.has(status))
    .map(({ name, status, impact, created_at, shortlink }) => ({
      name,
      state: status,
      impact,
      since: created_at,
      link: shortlink,
    }));
}

/** Maintenance in an unknown state counts as active, so that it is never hidden. */
function plannedMaintenance(entries: StatusSummary["scheduled_maintenances"]): StatusReport["maintenance"] {
  const all = entries.map(
    ({ name, status, scheduled_for, scheduled_until, shortlink }): Maintenance => ({
      name,
      state: status,
      from: scheduled_for,
      until: scheduled_until,
      link: shortlink,
    }),
  );
  return {
    active: all.filter(({ state }) => state !== "scheduled" && state !== "completed"),
    upcoming: all.filter(({ state }) => state === "scheduled"),
  };
}

/** The status page lists all entries. */
const MAX_SHOWN_LINES = 3;
/** Maintenance later than this can't explain a current problem. */
const SOON_MS = 3 * 3_600_000;
const MAX_TEXT_LENGTH = 160;

export function statusFacts(summary: StatusSummary, now: Date): readonly Fact[] {
  const { indicator, description } = summary.status;
  const incidents = openIncidents(summary.incidents);
  const { active, upcoming } = plannedMaintenance(summary.scheduled_maintenances);
  const soon = upcoming.filter((maintenance) => isSoon(maintenance, now));
  const severity = indicator === "none" ? "" : `${clean(indicator)}: `;
  return [
    { label: "Status page", value: `${severity}${clean(description)}` },
    ...facts("Incident", incidents, ({ name, state }) => `${clean(name)}, ${clean(state)}`),
    ...facts("Maintenance", active, ({ name, until }) => `${clean(name)}, until ${formatTime(until)}`),
    ...facts("Maintenance", soon, ({ name, from, until }) => {
      return `${clean(name)}, from ${formatTime(from)} until ${formatTime(until)}`;
    }),
  ];
}

function facts<Entry>(
  label: string,
  entries: readonly Entry[],
  words: (entry: Entry) => string,
): readonly Fact[] {
  const more = entries.length - MAX_SHOWN_LINES;
  const shown = entries.slice(0, MAX_SHOWN_LINES).map((entry) => ({ label, value: words(entry) }));
  return more > 0 ? [...shown, { label: `${label}s`, value: `and ${more} more` }] : shown;
}

function isSoon({ from, until }: Maintenance, now: Date): boolean {
  const startTime = parseMoment(from);
  const ends = parseMoment(until);
  return (
    startTime !== undefined &&
    startTime <= now.getTime() + SOON_MS &&
    (ends === undefined || ends > now.getTime())
  );
}

function formatTime(text: string | null): string {
  return clean(formatUtcMinute(text));
}

function clean(text: string): string {
  return cleanText(text, MAX_TEXT_LENGTH);
}

/** The facts that a run has found so far. */
export interface StatusFindings {
  readonly checkedAt: Date;
  network: StatusReport["network"];
  service: StatusReport["service"];
}

export function createStatusReport(
  { checkedAt, network, service }: StatusFindings,
  summary: StatusSummary | undefined,
  error?: Problem,
): StatusReport {
  const { page, status, components = [], incidents = [], scheduled_maintenances = [] } = summary ?? {};
  return {
    schema: "verify-contract-status/1",
    tool: { ...TOOL },
    checkedAt: checkedAt.toISOString(),
    network,
    service,
    page: page === undefined ? null : { name: page.name, url: page.url, updatedAt: page.updated_at },
    status: status ?? null,
    components: troubledComponents(components),
    incidents: openIncidents(incidents),
    maintenance: plannedMaintenance(scheduled_maintenances),
    exitCode:
      error === undefined ? (EXIT_CODES.get(status?.indicator) ?? CANT_TELL) : getRunExitCode([], error),
    ...(error && { error }),
  };
}

const CANT_TELL = 3;

/** An unknown indicator is neither good nor bad. */
const EXIT_CODES: ReadonlyMap<string | undefined, StatusReport["exitCode"]> = new Map([
  ["none", 0],
  ["minor", 0],
  ["major", 1],
  ["critical", 1],
]);
