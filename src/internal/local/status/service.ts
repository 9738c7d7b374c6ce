import { getOwn, type Json } from "../../text/is-object.ts";
import type { LocalService } from "../http/listen.ts";
import type { StatusComponent, StatusPatch } from "../options.ts";

const AT_FIRST: Required<StatusPatch> = {
  status: { indicator: "none", description: "All Systems Operational" },
  components: [
    { name: "Development chain", status: "operational" },
    { name: "Query service", status: "operational" },
    { name: "Verification service", status: "operational" },
  ],
  incidents: [],
  scheduledMaintenances: [],
};

/** Statuspage's eight endpoints, backed by a state that tests can set. */
export function statusService(): LocalService & { set(patch: StatusPatch): void } {
  let state = AT_FIRST;
  let updatedAt = new Date().toISOString();
  return {
    set: (patch) => {
      state = { ...state, ...patch };
      updatedAt = new Date().toISOString();
    },
    handle: async ({ method, path, host }) => {
      const pages = statusPages(state, updatedAt, `http://${host}`);
      const page = getOwn(pages, path);
      if (page === undefined || (method !== "GET" && method !== "HEAD")) {
        return { status: 404, json: { error: "Not found" } };
      }
      return { status: 200, json: page };
    },
    failed: () => ({ status: 500, json: { error: "Internal server error" } }),
  };
}

const MAX_LISTED = 50;

const UNRESOLVED = ["investigating", "identified", "monitoring"];
const ACTIVE = ["in_progress", "verifying"];
const UPCOMING = ["scheduled"];

function statusPages(
  state: Required<StatusPatch>,
  updatedAt: string,
  url: string,
): Readonly<Record<string, Json>> {
  const page = {
    id: "local",
    name: "Local development network",
    url,
    time_zone: "Etc/UTC",
    updated_at: updatedAt,
  };
  const { status } = state;
  const components = state.components.map((component, index) => ({
    ...{ id: `component-${index + 1}`, created_at: updatedAt, updated_at: updatedAt },
    ...{ position: index + 1, description: null, showcase: false, start_date: null, group_id: null },
    ...{ page_id: page.id, group: false, only_show_if_degraded: false },
    ...component,
  }));
  const toEvents = (kind: string, events: readonly StatusComponent[], defaults: Json) =>
    events.map((event, index) => {
      const id = `${kind}-${index + 1}`;
      return {
        ...{ id, created_at: updatedAt, updated_at: updatedAt, started_at: updatedAt, monitoring_at: null },
        ...{ resolved_at: null, shortlink: `${url}/incidents/${id}`, page_id: page.id },
        ...{ incident_updates: [], components: [] },
        ...defaults,
        ...event,
      };
    });
  const planned = { impact: "maintenance", scheduled_for: updatedAt, scheduled_until: updatedAt };
  const incidents = toEvents("incident", state.incidents, { impact: "minor" });
  const maintenances = toEvents("maintenance", state.scheduledMaintenances, planned);
  const listIncidents = (states: readonly string[]) =>
    incidents.filter((each) => states.includes(each.status));
  const listMaintenances = (states: readonly string[]) => ({
    scheduled_maintenances: maintenances.filter((each) => states.includes(each.status)),
  });
  return {
    "/api/v2/summary.json": {
      page,
      components,
      incidents: listIncidents(UNRESOLVED),
      ...listMaintenances([...UPCOMING, ...ACTIVE]),
      status,
    },
    "/api/v2/status.json": { page, status },
    "/api/v2/components.json": { page, components },
    "/api/v2/incidents.json": { page, incidents: incidents.slice(0, MAX_LISTED) },
    "/api/v2/incidents/unresolved.json": { page, incidents: listIncidents(UNRESOLVED) },
    "/api/v2/scheduled-maintenances.json": {
      page,
      scheduled_maintenances: maintenances.slice(0, MAX_LISTED),
    },
    "/api/v2/scheduled-maintenances/upcoming.json": { page, ...listMaintenances(UPCOMING) },
    "/api/v2/scheduled-maintenances/active.json": { page, ...listMaintenances(ACTIVE) },
  };
}
