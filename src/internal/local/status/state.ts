/** One part of the network. Its status may be an unknown one, which callers must survive. */
export interface StatusComponent {
  readonly id?: string;
  readonly name: string;
  /** `operational`, `degraded_performance`, `partial_outage`, `major_outage`, … */
  readonly status: string;
  readonly [field: string]: unknown;
}

/** Its status is `investigating`, `identified`, `monitoring`, `resolved`, `postmortem`, … */
export interface StatusIncident extends StatusComponent {}

/** Its status is `scheduled`, `in_progress`, `verifying`, `completed`, … */
export interface StatusMaintenance extends StatusComponent {}

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
