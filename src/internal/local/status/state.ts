/** One part of the network. Its status may be an unknown one, which callers must survive. */
export interface StatusComponent {
  readonly id?: string;
  readonly name: string;
  /** `operational`, `degraded_performance`, `partial_outage`, `major_outage`, … */
  readonly status: string;
  readonly [field: string]: unknown;
}

export interface StatusIncident {
  readonly id?: string;
  readonly name: string;
  /** `investigating`, `identified`, `monitoring`, `resolved`, `postmortem`, … */
  readonly status: string;
  readonly [field: string]: unknown;
}

export interface StatusMaintenance {
  readonly id?: string;
  readonly name: string;
  /** `scheduled`, `in_progress`, `verifying`, `completed`, … */
  readonly status: string;
  readonly [field: string]: unknown;
}

/** The parts to set. An omitted part does not change. */
export interface StatusPatch {
  /** @default `none`, "All Systems Operational" */
  readonly status?: { readonly indicator: string; readonly description: string };
  readonly components?: readonly StatusComponent[];
  /** The most recent first. Fields that are left out are filled in. @default none */
  readonly incidents?: readonly StatusIncident[];
  /** The most recent first. Fields that are left out are filled in. @default none */
  readonly scheduledMaintenances?: readonly StatusMaintenance[];
}

/** The state of the status service. */
export type StatusState = Required<StatusPatch> & { readonly updatedAt: string };

/** Everything works. */
export function initialState(updatedAt: string): StatusState {
  return {
    updatedAt,
    status: { indicator: "none", description: "All Systems Operational" },
    components: [
      { name: "Development chain", status: "operational" },
      { name: "Query service", status: "operational" },
      { name: "Verification service", status: "operational" },
    ],
    incidents: [],
    scheduledMaintenances: [],
  };
}
