import type * as z from "zod";
import { type CallOptions, createTransport, type HttpOptions, type Transport } from "../http/http-client.ts";
import { decode } from "../wire/decode.ts";
import {
  componentList,
  type Incident,
  incidentList,
  maintenanceList,
  type OverallStatus,
  overallStatus,
  type ScheduledMaintenance,
  type StatusComponent,
  type StatusSummary,
  statusSummary,
} from "./model.ts";

const PREFIX = "/api/v2";

/**
 * A status service: a Statuspage's public API. The client retries transient failures and throws a
 * `ServiceError`. Unknown states are kept unchanged.
 *
 * @example
 * import { StatusService } from "hardhat-verify-contract/services";
 *
 * const service = new StatusService({ url: "https://status.hedera.com" });
 * const { indicator, description } = await service.status();
 * console.log(indicator, description);
 */
export class StatusService {
  /** The base URL, without credentials. */
  readonly url: string;
  readonly #http: Transport;

  constructor(options: Omit<HttpOptions, "service">) {
    const neutral = { method: "GET", path: `${PREFIX}/status.json` } as const;
    this.#http = createTransport({ ...options, service: "status service" }, neutral);
    this.url = this.#http.url;
  }

  /** The indicator, the components, unresolved incidents, upcoming and active maintenances. @throws ServiceError */
  async summary(options: CallOptions = {}): Promise<StatusSummary> {
    return await this.#get("summary.json", statusSummary, options);
  }

  /** The overall indicator and its description. @throws ServiceError */
  async status(options: CallOptions = {}): Promise<OverallStatus> {
    return (await this.#get("status.json", overallStatus, options)).status;
  }

  /** All components, each with its status. @throws ServiceError */
  async components(options: CallOptions = {}): Promise<readonly StatusComponent[]> {
    return (await this.#get("components.json", componentList, options)).components;
  }

  /** The 50 most recent incidents in any state. @throws ServiceError */
  async incidents(options: CallOptions = {}): Promise<readonly Incident[]> {
    return (await this.#get("incidents.json", incidentList, options)).incidents;
  }

  /** Unresolved incidents: those with the status investigating, identified or monitoring. @throws ServiceError */
  async unresolvedIncidents(options: CallOptions = {}): Promise<readonly Incident[]> {
    return (await this.#get("incidents/unresolved.json", incidentList, options)).incidents;
  }

  /** The 50 most recent maintenances in any state. @throws ServiceError */
  async scheduledMaintenances(options: CallOptions = {}): Promise<readonly ScheduledMaintenance[]> {
    return (await this.#get("scheduled-maintenances.json", maintenanceList, options)).scheduled_maintenances;
  }

  /** The maintenances that have not begun. @throws ServiceError */
  async upcomingMaintenances(options: CallOptions = {}): Promise<readonly ScheduledMaintenance[]> {
    return (await this.#get("scheduled-maintenances/upcoming.json", maintenanceList, options))
      .scheduled_maintenances;
  }

  /** The maintenances that are in progress or being verified. @throws ServiceError */
  async activeMaintenances(options: CallOptions = {}): Promise<readonly ScheduledMaintenance[]> {
    return (await this.#get("scheduled-maintenances/active.json", maintenanceList, options))
      .scheduled_maintenances;
  }

  async #get<Schema extends z.ZodType>(
    file: string,
    schema: Schema,
    { signal }: CallOptions,
  ): Promise<z.output<Schema>> {
    const answer = await this.#http.send({ method: "GET", path: `${PREFIX}/${file}`, signal });
    return decode(answer, schema);
  }
}
