import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Precision with which a job's end is detected. */
const INTERVAL_MS = 5;
/** Marks this module's own requests, which don't count as a tool's time. */
const OWN = { "x-bench": "watch" };

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

/**
 * Adds up the time during which a verification service in this process handles at least one request or job. Each job
 * must end with a match.
 */
export class WatchedService implements Disposable {
  readonly #url: URL;
  #underWay = 0;
  #sinceMs = 0;
  #busyMs = 0;

  constructor(url: string) {
    this.#url = new URL(url);
    subscribe("http.server.request.start", this.#onRequest);
  }

  /** Seconds since the last call. */
  takeSeconds(): number {
    const seconds = this.#busyMs / 1000;
    this.#busyMs = 0;
    return seconds;
  }

  [Symbol.dispose](): void {
    unsubscribe("http.server.request.start", this.#onRequest);
  }

  readonly #onRequest = (message: unknown): void => {
    const { request, response, server } = message as Exchange;
    if ((server.address() as AddressInfo | null)?.port !== Number(this.#url.port)) return;
    if (request.headers["x-bench"] !== undefined) return;
    this.#begin();
    response.once("close", () => this.#end());
    const contract = /^\/v2\/verify\/(\d+\/0x\w+)$/.exec(request.url ?? "")?.[1];
    if (request.method !== "POST" || contract === undefined) return;
    this.#begin();
    void this.#untilStored(contract).finally(() => this.#end());
  };

  async #untilStored(contract: string): Promise<void> {
    const isStored = async () =>
      (await fetch(new URL(`/v2/contract/${contract}`, this.#url), { headers: OWN })).ok;
    while (!(await isStored())) await sleep(INTERVAL_MS);
  }

  #begin(): void {
    if (this.#underWay === 0) this.#sinceMs = performance.now();
    this.#underWay++;
  }

  #end(): void {
    this.#underWay--;
    if (this.#underWay === 0) this.#busyMs += performance.now() - this.#sinceMs;
  }
}
