import { TOOL } from "../../domain/tool.ts";
import type { Fact, Problem } from "../../errors/problem.ts";
import { getRunExitCode } from "../../report/outcome.ts";
import type {
  Maintenance,
  NewestUpdate,
  OpenIncident,
  StatusReport,
  TroubledComponent,
} from "../../report/status/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { formatUtcMinute, parseMoment } from "../../text/moment.ts";
import type { StatusSummary, StatusUpdate } from "./model.ts";

/** Incidents in any other state count as open. */
const CLOSED = new Set(["resolved", "postmortem"]);

/** A group is listed only if none of its components has a problem. */
export function troubledComponents({ components }: StatusSummary): TroubledComponent[] {
  const groupNames = new Map(
    components.filter(({ group }) => group === true).map(({ id, name }) => [id, name]),
  );
  const troubled = components.filter(({ status }) => status !== "operational");
  const told = new Set(troubled.filter(({ group }) => group !== true).map(({ group_id }) => group_id));
  return troubled
    .filter(({ group, id }) => group !== true || !told.has(id))
    .map(({ name, status, group_id }) => ({
      name,
      group: group_id === null ? null : (groupNames.get(group_id) ?? null),
      status,
    }));
}

/** In the service's order, newest first. */
export function openIncidents({ incidents }: StatusSummary): OpenIncident[] {
  return incidents
    .filter(({ status }) => !CLOSED.has(status))
    .map(({ name, status, impact, created_at, incident_updates, shortlink }) => ({
      name,
      state: status,
      impact,
      since: created_at,
      update: newest(incident_updates),
      link: shortlink,
    }));
}

export function plannedMaintenance(
  { scheduled_maintenances }: StatusSummary,
  now: Date,
): StatusReport["maintenance"] {
  const all = scheduled_maintenances.map(
    ({ name, status, scheduled_for, scheduled_until, incident_updates, shortlink }): Maintenance => ({
      name,
      state: status,
      from: scheduled_for,
      until: scheduled_until,
      update: newest(incident_updates),
      link: shortlink,
    }),
  );
  const inPhase = (phase: Phase) => all.filter((maintenance) => getPhase(maintenance, now) === phase);
  return {
    active: inPhase("active"),
    upcoming: inPhase("upcoming").toSorted((one, other) => startTime(one) - startTime(other)),
  };
}

type Phase = "active" | "upcoming" | "over";

/** The time determines the phase of an unknown state. A summary includes only active and upcoming maintenance. */
function getPhase(maintenance: Maintenance, now: Date): Phase {
  switch (maintenance.state) {
    case "scheduled":
      return "upcoming";
    case "in_progress":
    case "verifying":
      return "active";
    case "completed":
      return "over";
  }
  return (parseMoment(maintenance.from) ?? 0) > now.getTime() ? "upcoming" : "active";
}

/** Entries without a date come last. */
function startTime({ from }: Maintenance): number {
  return parseMoment(from) ?? Number.MAX_SAFE_INTEGER;
}

function newest([update]: readonly StatusUpdate[]): NewestUpdate {
  return update === undefined ? null : { at: update.created_at, text: update.body };
}

/** The status page lists all entries. */
const MAX_SHOWN_LINES = 3;
/** Maintenance later than this can't explain a current problem. */
const SOON_MS = 3 * 3_600_000;
const MAX_TEXT_LENGTH = 160;

export function statusFacts(summary: StatusSummary, now: Date): readonly Fact[] {
  const { indicator, description } = summary.status;
  const { active, upcoming } = plannedMaintenance(summary, now);
  const soon = upcoming.filter((maintenance) => isSoon(maintenance, now)).slice(0, 1);
  return [
    { label: "Status page", value: `${clean(indicator)}: ${clean(description)}` },
    ...facts("Incident", openIncidents(summary), ({ name, state }) => `${clean(name)}, ${clean(state)}`),
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

export interface StatusDraft extends Omit<StatusReport, "network" | "service" | "exitCode" | "error"> {
  network: StatusReport["network"];
  service: StatusReport["service"];
}

export function emptyStatusReport(checkedAt: Date): StatusDraft {
  return {
    schema: "verify-contract-status/1",
    tool: { ...TOOL },
    checkedAt: checkedAt.toISOString(),
    network: null,
    service: null,
    page: null,
    status: null,
    components: [],
    incidents: [],
    maintenance: { active: [], upcoming: [] },
  };
}

export function answeredReport(draft: StatusDraft, summary: StatusSummary): StatusReport {
  const { name, url, updated_at } = summary.page;
  const { indicator, description } = summary.status;
  return {
    ...draft,
    page: { name, url, updatedAt: updated_at },
    status: { indicator, description },
    components: troubledComponents(summary),
    incidents: openIncidents(summary),
    maintenance: plannedMaintenance(summary, new Date(draft.checkedAt)),
    exitCode: EXIT_CODES.get(indicator) ?? CANT_TELL,
  };
}

export function failedStatusReport(draft: StatusDraft, error: Problem): StatusReport {
  return { ...draft, exitCode: getRunExitCode([], error), error };
}

const CANT_TELL = 3;

/** An unknown indicator is neither good nor bad. */
const EXIT_CODES: ReadonlyMap<string, StatusReport["exitCode"]> = new Map([
  ["none", 0],
  ["minor", 0],
  ["major", 1],
  ["critical", 1],
]);
