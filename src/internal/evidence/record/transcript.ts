import type { NodeRequest } from "../../chain/node-request.ts";
import type { Clock } from "../../domain/clock.ts";
import type { RequestSpec, ServiceAnswer, Transport } from "../../services/http/http-client.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { NodeExchange, ServiceExchange } from "../schema.ts";
import { recordedNodeError, recordedServiceError } from "./errors.ts";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What the services and the node answered to one contract's run, in the order of the requests. */
export class Transcript {
  readonly exchanges: (ServiceExchange | NodeExchange)[] = [];
  readonly #clock: Clock;
  readonly #startMs: number;
  readonly #isStopped: () => boolean;

  constructor(clock: Clock, isStopped: () => boolean) {
    this.#clock = clock;
    this.#startMs = clock.elapsedMs();
    this.#isStopped = isStopped;
  }

  /** Milliseconds since the run of the contract began. */
  elapsedMs(): number {
    return Math.max(0, this.#clock.elapsedMs() - this.#startMs);
  }

  /** Asks a service, and keeps its answer. */
  async send(transport: Transport, spec: RequestSpec): Promise<ServiceAnswer> {
    const exchange: Writable<ServiceExchange> = {
      service: transport.service,
      method: spec.method,
      path: spec.path,
      query: (spec.query ?? []).map(([name, value]) => [name, value]),
      ...(spec.body === undefined ? {} : { body: JSON.stringify(spec.body) }),
      atMs: this.elapsedMs(),
    };
    this.exchanges.push(exchange);
    try {
      const answer = await transport.send(spec);
      const { about, ...parts } = answer;
      exchange.answer = { ...parts, url: about.url, attempts: about.attempts };
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && !this.#isStopped()) exchange.error = recordedServiceError(error);
      throw error;
    } finally {
      exchange.atMs = this.elapsedMs();
    }
  }

  /** The same node, whose answers are kept. */
  node(request: NodeRequest): NodeRequest {
    return async (method, params, signal) => {
      const exchange: Writable<NodeExchange> = {
        node: method,
        params: JSON.stringify(params),
        atMs: this.elapsedMs(),
      };
      this.exchanges.push(exchange);
      try {
        const result = await request(method, params, signal);
        exchange.result = JSON.stringify(result ?? null);
        return result;
      } catch (error) {
        if (!this.#isStopped()) exchange.error = recordedNodeError(error);
        throw error;
      } finally {
        exchange.atMs = this.elapsedMs();
      }
    };
  }
}
