import type { LocalService } from "../http/listen.ts";
import { initialState, type StatusPatch, type StatusState } from "./state.ts";

export interface SettableStatusService extends LocalService {
  set(patch: StatusPatch): void;
}

/** The status service: Statuspage's eight endpoints over a state that tests set. */
export function statusService(now: () => number): SettableStatusService {
  const timestamp = (): string => new Date(now()).toISOString();
  let state: StatusState = initialState(timestamp());
  return {
    set: (patch) => {
      state = { ...state, ...patch, updatedAt: timestamp() };
    },
    handle: async ({ method, path, host }) => {
      const pages = statusPages(state, `http://${host}`);
      const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
      if (page === undefined || (method !== "GET" && method !== "HEAD")) {
        return { status: 404, json: { error: "Not found" } };
      }
      return { status: 200, json: page };
    },
    failed: () => ({ status: 500, json: { error: "Internal server error" } }),
  };
}

type Json = Readonly<Record<string, unknown>>;

/** Both lists end here. */
const MOST_LISTED = 50;

const UNRESOLVED = ["investigating", "identified", "monitoring"];
const ACTIVE = ["in_progress", "verifying"];
const UPCOMING = ["scheduled"];

/** The answers of the eight endpoints, by path. */
function statusPages(state: StatusState, baseUrl: string): Readonly<Record<string, Json>> {
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
