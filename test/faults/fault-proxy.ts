import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Listening, listening } from "../helpers/listening.ts";
import { OWN_CONNECTION } from "../helpers/own-connection.ts";
import type { Behaviour } from "../helpers/services/fault-server.ts";
import { type Operation, operationOf } from "./faults.ts";

/** One request, as the proxy saw it. */
export interface Exchange {
  readonly operation: Operation;
  readonly atMs: number;
  readonly faulted: boolean;
  /** What the service answered; undefined where it was not asked. */
  status: number | undefined;
}

/** Requests in the order in which they came, over all proxies that write into it. */
export type Journal = Exchange[];

export interface ProxyFault {
  readonly behaviour: Behaviour;
  /** Whether this request is hit; the journal has those before it. */
  readonly hits: (operation: Operation, before: Journal) => boolean;
  /**
   * Whether the service gets what is faulted: not at all, or it does and only its answer is lost; `and-done` when
   * that takes until the job has ended; `once` for the first request that is hit and none after it; `late` when it gets
   * and answers everything, but only after {@link FREEZE_MS}.
   */
  readonly arrives: "no" | "yes" | "and-done" | "once" | "late";
}

/** Milliseconds from the first request that is hit until a frozen service continues: longer than one try waits. */
export const FREEZE_MS = 1_500;

/**
 * Stands before a real service, on loopback: does the fault where it hits, and forwards everything else.
 *
 * @param port Where to listen. @default 0, any free port
 */
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
  /** When a frozen service gets the request. */
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

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

async function forward(service: string, request: IncomingMessage, atMs = 0): Promise<Answer> {
  const { method = "GET", url: path = "/", headers } = request;
  const kept = ["content-type", "content-encoding"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  // First: a client that gives up closes its connection, and what it sent is with the server all the same.
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

/** Waits until the job of an accepted submission has ended. */
async function jobEnd(service: string, accepted: Buffer): Promise<void> {
  const { verificationId } = JSON.parse(accepted.toString("utf8")) as { verificationId: string };
  for (;;) {
    const answer = await fetch(`${service}/v2/verify/${verificationId}`, { headers: OWN_CONNECTION });
    const job = (await answer.json()) as { isJobCompleted: boolean };
    if (job.isJobCompleted) return;
    await sleep(50);
  }
}
