import type {
  Incident,
  ScheduledMaintenance,
  StatusComponent,
  StatusSummary,
} from "../../src/internal/services/status/model.ts";

export function statusSummaryOf(parts: Partial<StatusSummary> = {}): StatusSummary {
  return {
    page: { id: "p", name: "Network", url: "https://status.example", time_zone: "Etc/UTC", updated_at: null },
    status: { indicator: "none", description: "All Systems Operational" },
    components: [],
    incidents: [],
    scheduled_maintenances: [],
    ...parts,
  };
}

export function componentOf(
  name: string,
  status: string,
  parts: Partial<StatusComponent> = {},
): StatusComponent {
  return {
    id: name,
    name,
    status,
    description: null,
    position: null,
    group: false,
    group_id: null,
    created_at: null,
    updated_at: null,
    ...parts,
  };
}

export function incidentOf(name: string, status: string, parts: Partial<Incident> = {}): Incident {
  return {
    id: name,
    name,
    status,
    impact: null,
    ...{ created_at: null, updated_at: null, monitoring_at: null, resolved_at: null },
    shortlink: null,
    incident_updates: [],
    ...parts,
  };
}

export function maintenanceOf(
  name: string,
  status: string,
  parts: Partial<ScheduledMaintenance> = {},
): ScheduledMaintenance {
  const event = incidentOf(name, status, { impact: "maintenance" });
  return { ...event, scheduled_for: null, scheduled_until: null, ...parts };
}
