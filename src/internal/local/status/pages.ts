import type { StatusState } from "./state.ts";

type Json = Readonly<Record<string, unknown>>;

/** Both lists end here. */
const MOST_LISTED = 50;

const UNRESOLVED = ["investigating", "identified", "monitoring"];
const ACTIVE = ["in_progress", "verifying"];
const UPCOMING = ["scheduled"];

/** The answers of the eight endpoints, by path. */
export function statusPages(state: StatusState, baseUrl: string): Readonly<Record<string, Json>> {
  const page = {
    id: "local",
    name: "Local development network",
    url: baseUrl,
    time_zone: "Etc/UTC",
    updated_at: state.updatedAt,
  };
  const { status } = state;
  const components = state.components.map((component, index) => ({
    ...{ id: `component-${index + 1}`, created_at: state.updatedAt, updated_at: state.updatedAt },
    ...{ position: index + 1, description: null, showcase: false, start_date: null, group_id: null },
    ...{ page_id: page.id, group: false, only_show_if_degraded: false },
    ...component,
  }));
  const incidents = state.incidents.map((incident, index) => ({
    ...eventDefaults(`incident-${index + 1}`, state, baseUrl),
    ...incident,
  }));
  const maintenances = state.scheduledMaintenances.map((maintenance, index) => ({
    ...eventDefaults(`maintenance-${index + 1}`, state, baseUrl),
    ...{ impact: "maintenance", scheduled_for: state.updatedAt, scheduled_until: state.updatedAt },
    ...maintenance,
  }));
  const inState = <T extends { status: string }>(events: readonly T[], states: readonly string[]) =>
    events.filter((event) => states.includes(event.status));

  return {
    "/api/v2/summary.json": {
      page,
      components,
      incidents: inState(incidents, UNRESOLVED),
      scheduled_maintenances: inState(maintenances, [...UPCOMING, ...ACTIVE]),
      status,
    },
    "/api/v2/status.json": { page, status },
    "/api/v2/components.json": { page, components },
    "/api/v2/incidents.json": { page, incidents: incidents.slice(0, MOST_LISTED) },
    "/api/v2/incidents/unresolved.json": { page, incidents: inState(incidents, UNRESOLVED) },
    "/api/v2/scheduled-maintenances.json": {
      page,
      scheduled_maintenances: maintenances.slice(0, MOST_LISTED),
    },
    "/api/v2/scheduled-maintenances/upcoming.json": {
      page,
      scheduled_maintenances: inState(maintenances, UPCOMING),
    },
    "/api/v2/scheduled-maintenances/active.json": {
      page,
      scheduled_maintenances: inState(maintenances, ACTIVE),
    },
  };
}

function eventDefaults(id: string, { updatedAt }: StatusState, baseUrl: string): Json {
  return {
    id,
    impact: "minor",
    created_at: updatedAt,
    updated_at: updatedAt,
    started_at: updatedAt,
    monitoring_at: null,
    resolved_at: null,
    shortlink: `${baseUrl}/incidents/${id}`,
    page_id: "local",
    incident_updates: [],
    components: [],
  };
}
