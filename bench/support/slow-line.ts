import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { RequestFollower } from "./request-follower.ts";

export interface LineOptions {
  /** Milliseconds there and back. */
  readonly rttMs: number;
  readonly upMbit: number;
  readonly downMbit: number;
}

/** What went over a line. */
export interface Traffic {
  readonly connections: number;
  readonly requests: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** From the first connection to the last byte that arrived. */
  readonly seconds: number;
  /** How much of that something was under way: a connection being made, or bytes in either direction. */
  readonly busySeconds: number;
}

export interface SlowLine extends AsyncDisposable {
  readonly url: string;
  /** What went over the line since this was last called. */
  take(): Traffic;
}

/** One TCP segment's payload on Ethernet. */
const SEGMENT_BYTES = 1460;
/** What a sender may send before the first acknowledgement (RFC 6928). */
const FIRST_WINDOW_BYTES = 10 * SEGMENT_BYTES;

/**
 * A loopback TCP proxy in front of an HTTP server that behaves like a long and narrow line: making a connection takes a
 * round trip, each byte half of one, all connections share the bandwidth, and a new connection starts slowly (RFC
 * 5681 section 3.1). Losses and TLS, which would cost new connections still more, are not in it.
 */
export async function startSlowLine(target: string, options: LineOptions): Promise<SlowLine> {
  const { hostname, port, host } = new URL(target);
  const up = new Wire(options.upMbit);
  const down = new Wire(options.downMbit);
  const sockets = new Set<Socket>();
  const followers: RequestFollower[] = [];
  let connections = 0;
  let bytesUp = 0;
  let bytesDown = 0;
  const underWay = new UnderWay();
  let taken: Omit<Traffic, "seconds" | "busySeconds"> = { connections, requests: 0, bytesUp, bytesDown };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    const follower = new RequestFollower(host);
    followers.push(follower);
    connections++;
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      // Whatever went wrong on one side, the other side's sender notices by its connection's end.
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    // The kernel has accepted at once: the round trip for that is waited for here.
    const openAt = performance.now() + options.rttMs;
    underWay.untilAt(openAt);
    carry(client, upstream, new Sender(up, underWay, options.rttMs, openAt), (bytes) => {
      bytesUp += bytes.length;
      return follower.follow(bytes);
    });
    carry(upstream, client, new Sender(down, underWay, options.rttMs, openAt), (bytes) => {
      bytesDown += bytes.length;
      return bytes;
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const requests = followers.reduce((sum, follower) => sum + follower.requests, 0);
      const before = taken;
      taken = { connections, requests, bytesUp, bytesDown };
      return {
        connections: taken.connections - before.connections,
        requests: taken.requests - before.requests,
        bytesUp: taken.bytesUp - before.bytesUp,
        bytesDown: taken.bytesDown - before.bytesDown,
        ...underWay.take(),
      };
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Carries one direction of a connection to its end. */
function carry(from: Socket, to: Socket, sender: Sender, pass: (bytes: Buffer) => Buffer): void {
  const all = async (): Promise<void> => {
    let delivered: Promise<unknown> = Promise.resolve();
    const bytes = from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of bytes) {
      const passed = pass(chunk);
      for (let at = 0; at < passed.length; at += SEGMENT_BYTES) {
        const segment = passed.subarray(at, at + SEGMENT_BYTES);
        const arrivesAt = sender.send(segment.length);
        delivered = delivered.then(() => until(arrivesAt)).then(() => to.write(segment));
      }
      // Not read sooner than it can be sent, so that the sender notices how narrow the line is.
      await until(sender.freeAt);
    }
    const endArrivesAt = sender.send(0);
    await delivered;
    await until(endArrivesAt);
    to.end();
  };
  all().catch(() => from.destroy());
}

/** What all connections share in one direction. */
class Wire {
  readonly bytesPerMs: number;
  freeAt = 0;

  constructor(mbit: number) {
    this.bytesPerMs = (mbit * 1_000_000) / 8 / 1000;
  }
}

/** Adds up the time in which something was under way, once where several things were. */
class UnderWay {
  #busyMs = 0;
  #firstAt: number | undefined;
  #knownUntil = 0;

  /** Something is under way from now until then. */
  untilAt(at: number): void {
    const now = performance.now();
    const from = Math.max(now, this.#knownUntil);
    if (at <= from) return;
    this.#firstAt ??= now;
    this.#busyMs += at - from;
    this.#knownUntil = at;
  }

  take(): Pick<Traffic, "seconds" | "busySeconds"> {
    const ms = this.#firstAt === undefined ? 0 : this.#knownUntil - this.#firstAt;
    const busyMs = this.#busyMs;
    this.#firstAt = undefined;
    this.#busyMs = 0;
    return { seconds: ms / 1000, busySeconds: busyMs / 1000 };
  }
}

/** One end of a connection: computes when what it sends arrives. */
class Sender {
  readonly #wire: Wire;
  readonly #underWay: UnderWay;
  readonly #rttMs: number;
  readonly #openAt: number;
  readonly #unacknowledged: { readonly bytes: number; readonly acknowledgedAt: number }[] = [];
  #unacknowledgedBytes = 0;
  #windowBytes = FIRST_WINDOW_BYTES;

  constructor(wire: Wire, underWay: UnderWay, rttMs: number, openAt: number) {
    this.#wire = wire;
    this.#underWay = underWay;
    this.#rttMs = rttMs;
    this.#openAt = openAt;
  }

  get freeAt(): number {
    return this.#wire.freeAt;
  }

  /** When the last of these bytes arrives. */
  send(bytes: number): number {
    let startsAt = Math.max(performance.now(), this.#openAt, this.#wire.freeAt);
    for (let first = this.#unacknowledged[0]; first !== undefined; first = this.#unacknowledged[0]) {
      const fits = this.#unacknowledgedBytes + bytes <= this.#windowBytes;
      if (fits && first.acknowledgedAt > startsAt) break;
      startsAt = Math.max(startsAt, first.acknowledgedAt);
      this.#windowBytes += first.bytes;
      this.#unacknowledgedBytes -= first.bytes;
      this.#unacknowledged.shift();
    }
    const sentAt = startsAt + bytes / this.#wire.bytesPerMs;
    this.#wire.freeAt = sentAt;
    this.#unacknowledged.push({ bytes, acknowledgedAt: sentAt + this.#rttMs });
    this.#unacknowledgedBytes += bytes;
    const arrivesAt = sentAt + this.#rttMs / 2;
    // The end of a connection keeps nobody waiting.
    if (bytes > 0) this.#underWay.untilAt(arrivesAt);
    return arrivesAt;
  }
}

async function until(at: number): Promise<void> {
  const left = at - performance.now();
  // Timers count whole milliseconds; the next wait makes up for what this one leaves out.
  if (left >= 1) await sleep(left);
}
