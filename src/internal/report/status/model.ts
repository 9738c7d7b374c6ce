// Generated from schemas/verify-contract-status-1.schema.json by `npm run generate`. Do not edit.

/**
 * The newest message about it; null where there is none.
 */
export type NewestUpdate = {
  at: string | null;
  text: string;
} | null;

/**
 * What the status service of a network says, as `verify-contract status` prints it. States, dates and texts of the service are as they came.
 */
export interface StatusReport {
  /**
   * The version of this format. Fields may be added under the same version; none is removed or changes its meaning.
   */
  schema: "verify-contract-status/1";
  /**
   * The program that made the report.
   */
  tool: {
    name: string;
    version: string;
  };
  /**
   * ISO 8601, UTC.
   */
  checkedAt: string;
  /**
   * The Hardhat network; null when wrong use ended it before. The chain's id is null where the network does not say it and its node did not answer.
   */
  network: {
    name: string;
    chainId: number | null;
  } | null;
  /**
   * The base URL of the status service, without credentials; null where none is configured or it is not known.
   */
  service: string | null;
  /**
   * The status page that answered; null when none did.
   */
  page: {
    name: string | null;
    url: string | null;
    updatedAt: string | null;
  } | null;
  /**
   * The state of the whole network; null when no answer came.
   */
  status: {
    /**
     * `none`, `minor`, `major`, `critical`, or anything else that the service says.
     */
    indicator: string;
    description: string;
  } | null;
  /**
   * Those that are not operational. A group stands here only when none of its components does.
   */
  components: TroubledComponent[];
  /**
   * Those that are open, the newest first.
   */
  incidents: OpenIncident[];
  maintenance: {
    /**
     * Going on now.
     */
    active: Maintenance[];
    /**
     * The next first.
     */
    upcoming: Maintenance[];
  };
  /**
   * 0: the indicator is none or minor. 1: major or critical. 2: wrong use or configuration. 3: can't tell, run it again.
   */
  exitCode: 0 | 1 | 2 | 3;
  /**
   * Why there is no answer: what happened, the facts, the likely cause, the next command.
   */
  error?: {
    /**
     * A stable code; docs/errors.md explains each.
     */
    code: string;
    message: string;
    facts: {
      label: string;
      value: string;
    }[];
    /**
     * The likely cause.
     */
    likely?: string;
    /**
     * A command to try, or a setting to change.
     */
    next?: string;
  };
}
export interface TroubledComponent {
  name: string;
  /**
   * Name of the group that it belongs to.
   */
  group: string | null;
  /**
   * `degraded_performance`, `partial_outage`, `major_outage`, `under_maintenance`, or anything else that the service says.
   */
  status: string;
}
export interface OpenIncident {
  name: string;
  /**
   * `investigating`, `identified`, `monitoring`, or anything else that the service says.
   */
  state: string;
  /**
   * `none`, `minor`, `major`, `critical`, or anything else that the service says.
   */
  impact: string | null;
  since: string | null;
  update: NewestUpdate;
  link: string | null;
}
export interface Maintenance {
  name: string;
  /**
   * `scheduled`, `in_progress`, `verifying`, or anything else that the service says.
   */
  state: string;
  from: string | null;
  until: string | null;
  update: NewestUpdate;
  link: string | null;
}
