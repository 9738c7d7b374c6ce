import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listening } from "../helpers/listening.ts";
import { type Answer, whole } from "./answers.ts";
import { NOW } from "./settings.ts";
import { makeWorlds, type Worlds } from "./worlds.ts";

export type Asked = "submit" | "job" | "record" | "query" | "status";

/** The connection is lost. */
type Reply = Answer | "lost";

/** The answer to the n-th request of each kind, from 0. */
export type Script = Partial<Readonly<Record<Asked, (count: number) => Reply>>>;

/** One server for all services and cases, with persistent connections. */
export class Loopback implements AsyncDisposable {
  readonly url: string;
  readonly #close: () => Promise<void>;
  #script: Script = {};
  #counts = new Map<Asked, number>();

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async start(): Promise<Loopback> {
    const server = createServer((request, response) => {
      request.resume().on("end", () => loopback.#reply(request, response));
    });
    const { url, close } = await listening(server);
    const loopback = new Loopback(url, close);
    return loopback;
  }

  follow(script: Script): void {
    this.#script = script;
    this.#counts = new Map();
  }

  /** Counts requests in the current script. */
  count(asked: Asked): number {
    return this.#counts.get(asked) ?? 0;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }

  #reply(request: IncomingMessage, response: ServerResponse): void {
    const asked = askedBy(request.method ?? "", request.url ?? "");
    const before = this.count(asked);
    this.#counts.set(asked, before + 1);
    const reply = this.#script[asked]?.(before) ?? whole(404, "not in the script");
    if (reply === "lost") request.socket.resetAndDestroy();
    else response.writeHead(reply.status, { date: NOW.toUTCString(), ...reply.headers }).end(reply.body);
  }
}

function askedBy(method: string, path: string): Asked {
  if (method === "POST") return "submit";
  if (path.startsWith("/v2/verify/")) return "job";
  if (path.startsWith("/api/v1/")) return "query";
  return path.startsWith("/api/v2/") ? "status" : "record";
}

/** The server and the worlds of the suite around it. */
export function theBench() {
  const bench = {} as { loopback: Loopback; worlds: Worlds };
  before(async () => {
    bench.loopback = await Loopback.start();
    bench.worlds = await makeWorlds();
  });
  after(async () => {
    await bench.loopback[Symbol.asyncDispose]();
    await bench.worlds[Symbol.asyncDispose]();
  });
  return bench;
}
