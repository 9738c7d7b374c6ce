import type {
  Maintenance,
  NewestUpdate,
  OpenIncident,
  StatusReport,
  TroubledComponent,
} from "../../report/status/model.ts";
import { momentOf } from "../../text/moment.ts";
import type { StatusSummary, StatusUpdate } from "./model.ts";

/** Every other state of an incident is open, even an unknown one. */
const CLOSED = new Set(["resolved", "postmortem"]);

/** The components with a problem; a group only if none of its components has one. */
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

/** The incidents that are not over, in the order of the service: the newest first. */
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

/** The active maintenance, and the upcoming one, the next first. */
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
  const inPhase = (phase: Phase) => all.filter((maintenance) => phaseOf(maintenance, now) === phase);
  return {
    active: inPhase("active"),
    upcoming: inPhase("upcoming").toSorted((one, other) => begins(one) - begins(other)),
  };
}

type Phase = "active" | "upcoming" | "over";

/** By the state, or for an unknown state by the time: a summary has only active and upcoming maintenance. */
function phaseOf(maintenance: Maintenance, now: Date): Phase {
  switch (maintenance.state) {
    case "scheduled":
      return "upcoming";
    case "in_progress":
    case "verifying":
      return "active";
    case "completed":
      return "over";
  }
  return (momentOf(maintenance.from) ?? 0) > now.getTime() ? "upcoming" : "active";
}

/** Entries without a date come last. */
function begins({ from }: Maintenance): number {
  return momentOf(from) ?? Number.MAX_SAFE_INTEGER;
}

function newest([update]: readonly StatusUpdate[]): NewestUpdate {
  return update === undefined ? null : { at: update.created_at, text: update.body };
}
