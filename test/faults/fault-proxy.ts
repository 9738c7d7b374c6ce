import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Listening, listening } from "../helpers/listening.ts";
import { OWN_CONNECTION } from "../helpers/own-connection.ts";
import type { Behaviour } from "../helpers/services/fault-server.ts";
import { type Operation, operationOf } from "./faults.ts";

export interface Exchange {
  readonly operation: Operation;
  readonly atMs: number;
  readonly faulted: boolean;
  /** The service's answer; undefined if the request didn't reach it. */
  status: number | undefined;
}

/** In order of arrival, across all proxies that share it. */
export type Journal = Exchange[];

export interface ProxyFault {
  readonly behaviour: Behaviour;
  /** @param before The requests before this one. */
  readonly hits: (operation: Operation, before: Journal) => boolean;
  /**
   * Whether the service receives a faulted request. `and-done` waits for the job's end, `once` only delivers the first
   * request, and `late` delivers and answers everything after {@link FREEZE_MS}.
   */
  readonly arrives: "no" | "yes" | "and-done" | "once" | "late";
}

/** From the first hit until a frozen service continues: longer than one attempt waits. */
export const FREEZE_MS = 1_500;

/** A loopback proxy that forwards everything except the faulted requests. */
export async function faultProxy(
  service: string,
  journal: Journal,
  fault?: ProxyFault,
  port = 0,
): Promise<Listening> {
  const server = createServer((request, response) => {
    const operation = operationOf(request.method ?? "", request.url ?? "");
    const faulted = fault?.hits(operation, journal) === true;
    const exchange: Exchange = { operation, atMs: performance.now(), faulted, status: undefined };
    const first = journal.find((each) => each.faulted) ?? exchange;
    journal.push(exchange);
    const arrives = fault?.arrives === "once" ? (first === exchange ? "yes" : "no") : fault?.arrives;
    const thawsAtMs = faulted && arrives === "late" ? first.atMs + FREEZE_MS : undefined;
    handle({ service, request, response, exchange, fault, arrives, thawsAtMs }).catch((error) =>
      response.destroy(error),
    );
  });
  return listening(server, port);
}

interface Handled {
  readonly service: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly fault: ProxyFault | undefined;
  readonly arrives: ProxyFault["arrives"] | undefined;
  /** When a frozen service receives the request. */
  readonly thawsAtMs: number | undefined;
}

async function handle(handled: Handled): Promise<void> {
  const { service, request, response, exchange, fault, arrives, thawsAtMs } = handled;
  if (exchange.faulted && arrives === "no") {
    fault?.behaviour(request.resume(), response);
    return;
  }
  const answer = await forward(service, request, thawsAtMs);
  exchange.status = answer.status;
  if (!exchange.faulted || arrives === "late") {
    response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
    return;
  }
  if (arrives === "and-done" && answer.status === 202) await jobEnd(service, answer.body);
  fault?.behaviour(request, response);
}

async function forward(service: string, request: IncomingMessage, atMs = 0) {
  const { method = "GET", url: path = "/", headers } = request;
  const kept = ["content-type", "content-encoding"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  // Reads the body first: the server keeps it even if the client gives up and disconnects.
  const body = await buffer(request);
  await sleep(Math.max(0, atMs - performance.now()));
  const answer = await fetch(`${service}${path}`, {
    method,
    headers: [...kept, ...Object.entries(OWN_CONNECTION)],
    ...(method === "GET" ? {} : { body: new Uint8Array(body) }),
  });
  return {
    status: answer.status,
    contentType: answer.headers.get("content-type") ?? "application/json",
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

async function jobEnd(service: string, accepted: Buffer): Promise<void> {
  const { verificationId } = JSON.parse(accepted.toString("utf8")) as { verificationId: string };
  for (;;) {
    const answer = await fetch(`${service}/v2/verify/${verificationId}`, { headers: OWN_CONNECTION });
    const job = (await answer.json()) as { isJobCompleted: boolean };
    if (job.isJobCompleted) return;
    await sleep(50);
  }
}
