/** One part of the network. A status that no interface knows can be set too: callers must survive it. */
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

/** What can be set. A part that is left out stays as it is. */
export interface StatusPatch {
  /** @default `none`, "All Systems Operational" */
  readonly status?: { readonly indicator: string; readonly description: string };
  readonly components?: readonly StatusComponent[];
  /** The most recent first. Fields that are left out are filled in. @default none */
  readonly incidents?: readonly StatusIncident[];
  /** The most recent first. Fields that are left out are filled in. @default none */
  readonly scheduledMaintenances?: readonly StatusMaintenance[];
}

/** All that the status service knows. */
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
