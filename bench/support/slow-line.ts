import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestFollower } from "./request-follower.ts";

export interface LineOptions {
  /** Round-trip time in milliseconds. */
  readonly rttMs: number;
  readonly upMbit: number;
  readonly downMbit: number;
}

/** The traffic over a line. */
export interface Traffic {
  readonly connections: number;
  readonly requests: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** From the first connection to the last received byte. */
  readonly seconds: number;
  /** The part of `seconds` during which a connection was being opened or bytes were in transit. */
  readonly busySeconds: number;
}

export interface SlowLine extends AsyncDisposable {
  readonly url: string;
  /** The traffic since the last call. */
  take(): Traffic;
}

/** Payload of a TCP segment on Ethernet. */
const SEGMENT_BYTES = 1460;
/** The most that a sender may send before the first acknowledgement (RFC 6928). */
const FIRST_WINDOW_BYTES = 10 * SEGMENT_BYTES;

/**
 * Starts a loopback TCP proxy that makes an HTTP server look far away: opening a connection takes a round trip, each
 * byte takes half of one, all connections share the bandwidth, and a new connection starts slowly (RFC 5681 section
 * 3.1). Losses and TLS aren't simulated; both would make new connections even more expensive.
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
      // If one side fails, closing the other informs its peer.
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    // The kernel accepts immediately, so this adds the round trip of the handshake.
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

/** Forwards one direction of a connection until it ends. */
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
      // Reading no faster than the line sends lets the sender notice the low bandwidth.
      await until(sender.freeAt);
    }
    const endArrivesAt = sender.send(0);
    await delivered;
    await until(endArrivesAt);
    to.end();
  };
  all().catch(() => from.destroy());
}

/** The bandwidth that all connections share in one direction. */
class Wire {
  readonly bytesPerMs: number;
  freeAt = 0;

  constructor(mbit: number) {
    this.bytesPerMs = (mbit * 1_000_000) / 8 / 1000;
  }
}

/** Adds up the time during which anything was in transit, counting overlaps once. */
class UnderWay {
  #busyMs = 0;
  #firstAt: number | undefined;
  #knownUntil = 0;

  /** Records a transfer from now until `at`. */
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

/** One end of a connection, which computes the arrival time of its bytes. */
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

  /** Returns the arrival time of the last byte. */
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
    // A closing connection doesn't delay anything.
    if (bytes > 0) this.#underWay.untilAt(arrivesAt);
    return arrivesAt;
  }
}

async function until(at: number): Promise<void> {
  const left = at - performance.now();
  // Timers have millisecond resolution. The next wait makes up for the remainder.
  if (left >= 1) await sleep(left);
}
