// Generated from schemas/verify-contract-status-1.schema.json by `npm run generate`. Do not edit.

/**
 * The newest message about it; null without one.
 */
export type NewestUpdate = {
  readonly at: string | null;
  readonly text: string;
} | null;

/**
 * The status of a network, as `verify-contract status` prints it. States, dates and texts are the service's own.
 */
export interface StatusReport {
  /**
   * The version of this format. Fields may be added under the same version; none is removed or changes its meaning.
   */
  readonly schema: "verify-contract-status/1";
  /**
   * The program that made the report.
   */
  readonly tool: {
    readonly name: string;
    readonly version: string;
  };
  /**
   * ISO 8601, UTC.
   */
  readonly checkedAt: string;
  /**
   * The Hardhat network; null after wrong use. The chain's id is null if the configuration lacks it and the node did not answer.
   */
  readonly network: {
    readonly name: string;
    readonly chainId: number | null;
  } | null;
  /**
   * The base URL of the status service, without credentials; null if none is configured or it is unknown.
   */
  readonly service: string | null;
  /**
   * The status page that answered; null without an answer.
   */
  readonly page: {
    readonly name: string | null;
    readonly url: string | null;
    readonly updatedAt: string | null;
  } | null;
  /**
   * The state of the whole network; null without an answer.
   */
  readonly status: {
    /**
     * `none`, `minor`, `major`, `critical`, or any other text of the service.
     */
    readonly indicator: string;
    readonly description: string;
  } | null;
  /**
   * Those that are not operational. A group is listed only if none of its components is.
   */
  readonly components: readonly TroubledComponent[];
  /**
   * Those that are open, the newest first.
   */
  readonly incidents: readonly OpenIncident[];
  readonly maintenance: {
    /**
     * In progress now.
     */
    readonly active: readonly Maintenance[];
    /**
     * The next first.
     */
    readonly upcoming: readonly Maintenance[];
  };
  /**
   * 0: the indicator is none or minor. 1: major or critical. 2: wrong use or configuration. 3: can't tell, run it again.
   */
  readonly exitCode: 0 | 1 | 2 | 3;
  /**
   * Why there is no answer: what happened, the facts, the likely cause, the next command.
   */
  readonly error?: {
    /**
     * A stable code; docs/errors.md explains each.
     */
    readonly code: string;
    readonly message: string;
    readonly facts: readonly {
      readonly label: string;
      readonly value: string;
    }[];
    /**
     * The likely cause.
     */
    readonly likely?: string;
    /**
     * A command to try, or a setting to change.
     */
    readonly next?: string;
    /**
     * URL of what docs/errors.md says about the code.
     */
    readonly docs?: string;
  };
}
export interface TroubledComponent {
  readonly name: string;
  /**
   * Name of its group.
   */
  readonly group: string | null;
  /**
   * `degraded_performance`, `partial_outage`, `major_outage`, `under_maintenance`, or any other text of the service.
   */
  readonly status: string;
}
export interface OpenIncident {
  readonly name: string;
  /**
   * `investigating`, `identified`, `monitoring`, or any other text of the service.
   */
  readonly state: string;
  /**
   * `none`, `minor`, `major`, `critical`, or any other text of the service.
   */
  readonly impact: string | null;
  readonly since: string | null;
  readonly update: NewestUpdate;
  readonly link: string | null;
}
export interface Maintenance {
  readonly name: string;
  /**
   * `scheduled`, `in_progress`, `verifying`, or any other text of the service.
   */
  readonly state: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly update: NewestUpdate;
  readonly link: string | null;
}
