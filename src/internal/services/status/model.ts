/** Keeps the known values in the type and accepts any other. */
type OrUnknown<Known extends string> = Known | (string & Record<never, never>);

/** The blended state of the whole network. */
export type StatusIndicator = OrUnknown<"none" | "minor" | "major" | "critical">;

/** The state of one part of the network. `under_maintenance` is not documented, and used in practice. */
export type ComponentStatus = OrUnknown<
  "operational" | "degraded_performance" | "partial_outage" | "major_outage" | "under_maintenance"
>;

/** `investigating`, `identified` and `monitoring` are unresolved. */
export type IncidentState = OrUnknown<
  "investigating" | "identified" | "monitoring" | "resolved" | "postmortem"
>;

/** `scheduled` is upcoming, `in_progress` and `verifying` are active. */
export type MaintenanceState = OrUnknown<"scheduled" | "in_progress" | "verifying" | "completed">;

/** How bad an incident is or was; `maintenance` for maintenances. */
export type Impact = OrUnknown<"none" | "minor" | "major" | "critical" | "maintenance">;

/** The status page that answers. */
export interface StatusPage {
  readonly id: string | null;
  readonly name: string | null;
  readonly url: string | null;
  readonly time_zone: string | null;
  /** ISO 8601. */
  readonly updated_at: string | null;
}

export interface OverallStatus {
  readonly indicator: StatusIndicator;
  /** For people, such as "All Systems Operational". */
  readonly description: string;
}

export interface StatusComponent {
  readonly id: string;
  readonly name: string;
  readonly status: ComponentStatus;
  readonly description: string | null;
  readonly position: number | null;
  /** Whether it is a group of components. */
  readonly group: boolean | null;
  readonly group_id: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
}

/** One message in the history of an incident or a maintenance. */
export interface StatusUpdate<State> {
  readonly id: string;
  readonly status: State;
  readonly body: string;
  readonly created_at: string | null;
  readonly updated_at: string | null;
}

/** An incident or a maintenance. */
interface StatusEvent<State> {
  readonly id: string;
  readonly name: string;
  readonly status: State;
  readonly impact: Impact | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly monitoring_at: string | null;
  readonly resolved_at: string | null;
  readonly shortlink: string | null;
  /** The newest first. */
  readonly incident_updates: readonly StatusUpdate<State>[];
}

export type Incident = StatusEvent<IncidentState>;

export interface ScheduledMaintenance extends StatusEvent<MaintenanceState> {
  /** ISO 8601. */
  readonly scheduled_for: string | null;
  /** ISO 8601. */
  readonly scheduled_until: string | null;
}

/** `GET /api/v2/summary.json`. */
export interface StatusSummary {
  readonly page: StatusPage;
  readonly status: OverallStatus;
  readonly components: readonly StatusComponent[];
  /** Unresolved ones. */
  readonly incidents: readonly Incident[];
  /** Upcoming and active ones. */
  readonly scheduled_maintenances: readonly ScheduledMaintenance[];
}
