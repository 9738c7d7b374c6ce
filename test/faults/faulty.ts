import { rawServer } from "../helpers/commands/silent-server.ts";
import {
  type Behaviour,
  type HeldPort,
  heldPort,
  json,
  neverAnswers,
  notLoopback,
  text,
} from "../helpers/services/fault-server.ts";
import { answerWith, garbage, killed } from "./answers.ts";
import { type Exchange, FREEZE_MS, faultProxy, type Journal, type ProxyFault } from "./fault-proxy.ts";
import {
  type AddressFault,
  type FaultName,
  isGarbled,
  isOfTheAddress,
  isOfTheService,
  type Operation,
  operationOf,
  type ServiceFault,
} from "./faults.ts";
import type { Row, Way } from "./rows.ts";

/** A web application in place of the service: a page for GET, unrelated JSON otherwise. */
const webApplication: Behaviour = (request, response) =>
  (request.method === "GET" ? PAGE : OTHER_JSON)(request, response);

const PAGE = text(200, "<!DOCTYPE html><title>App</title>", { "content-type": "text/html" });
const OTHER_JSON = json(404, { error: "not found", path: "/" });

/** Works until the row's request comes, and has the fault from then on. */
function serviceWith(fault: ServiceFault, way: Way, service: string, row: Row): ProxyFault {
  const sinceHit = (operation: Operation, before: Journal): boolean =>
    faultsIn(before) > 0 || isHit(row, operation, before);
  const isAnswer = row.hits === "the answer";
  switch (fault) {
    case "something else answers":
      return {
        behaviour: way === "passes" ? OTHER_JSON : webApplication,
        arrives: "no",
        hits: way === "passes" ? (...of) => faultsIn(of[1]) === 0 && isHit(row, ...of) : sinceHit,
      };
    case "frozen":
      if (way === "stays")
        return { behaviour: neverAnswers, arrives: isAnswer ? "once" : "no", hits: sinceHit };
      return {
        behaviour: neverAnswers,
        arrives: "late",
        hits: (...of) => sinceHit(...of) && isFrozen(of[1]),
      };
    case "killed in mid-job":
      return { behaviour: killed(way, service), arrives: isAnswer ? "once" : "no", hits: sinceHit };
  }
}

function isFrozen(before: Journal): boolean {
  const first = before.find(({ faulted }) => faulted);
  return first === undefined || performance.now() < first.atMs + FREEZE_MS;
}

export interface Cell {
  readonly row: Row;
  readonly fault: FaultName;
  readonly way: Way;
}

export interface Faulty extends AsyncDisposable {
  /** For the operation with the fault. */
  readonly url: string;
  /** For all other operations. */
  readonly soundUrl: string;
  readonly journal: readonly Exchange[];
  /** Ends a passing fault of the address. */
  readonly recover: () => void;
  /** Connections to the redirect's origin. */
  readonly elsewhere: () => number;
}

export async function faulty(service: string, { row, fault, way }: Cell): Promise<Faulty> {
  const journal: Journal = [];
  const elsewhere = await rawServer(() => {});
  const about = { journal, elsewhere: elsewhere.connections };
  if (isOfTheAddress(fault)) {
    const sound = await faultProxy(service, journal);
    const bad = await badAddress(fault, (port) => faultProxy(service, journal, undefined, port));
    return {
      ...about,
      url: bad.url,
      soundUrl: sound.url,
      recover: way === "passes" ? bad.recover : () => {},
      [Symbol.asyncDispose]: () => dispose(bad, sound, elsewhere),
    };
  }
  const most = way === "passes" ? 1 : Number.POSITIVE_INFINITY;
  const proxyFault: ProxyFault = isOfTheService(fault)
    ? serviceWith(fault, way, service, row)
    : {
        behaviour: answerWith(fault, row.operation, `http://127.0.0.1:${elsewhere.port}`),
        arrives: row.hits === "the answer" ? arrivalOf(fault, way) : "no",
        hits: (operation, before) => isHit(row, operation, before) && faultsIn(before) < most,
      };
  const proxy = await faultProxy(service, journal, proxyFault);
  return {
    ...about,
    url: proxy.url,
    soundUrl: proxy.url,
    recover: () => {},
    [Symbol.asyncDispose]: () => dispose(proxy, elsewhere),
  };
}

/** A lost submission is sent again and may find its job running. A garbled answer isn't repeated: the record decides. */
function arrivalOf(fault: FaultName, way: Way): ProxyFault["arrives"] {
  return way === "stays" || isGarbled(fault) ? "and-done" : "yes";
}

/** Closes all servers even if one fails, because an open server would keep the process alive. */
async function dispose(...servers: readonly AsyncDisposable[]): Promise<void> {
  await using stack = new AsyncDisposableStack();
  for (const server of servers) stack.use(server);
}

interface BadAddress extends AsyncDisposable {
  readonly url: string;
  readonly recover: () => void;
}

async function badAddress(
  fault: AddressFault,
  serve: (port: number) => Promise<AsyncDisposable>,
): Promise<BadAddress> {
  switch (fault) {
    case "refused":
      return refusing(await heldPort(), serve);
    case "DNS failure":
      return {
        url: "http://no-such-host.invalid:5555",
        recover: () => {},
        [Symbol.asyncDispose]: async () => {},
      };
    case "garbage TLS": {
      const server = await rawServer(garbage);
      return {
        url: `https://127.0.0.1:${server.port}`,
        recover: () => {},
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    }
  }
}

function refusing({ port, free }: HeldPort, serve: (port: number) => Promise<AsyncDisposable>): BadAddress {
  let served: Promise<AsyncDisposable> | undefined;
  return {
    // Clients don't retry a local service that never answered.
    url: notLoopback(`http://127.0.0.1:${port}`),
    recover: () => {
      free();
      served ??= serve(port);
    },
    [Symbol.asyncDispose]: async () => {
      free();
      await (await served)?.[Symbol.asyncDispose]();
    },
  };
}

export type WholeFault = Exclude<FaultName, ServiceFault> | "something else answers";

export async function wholeService(fault: WholeFault) {
  const journal: Journal = [];
  const elsewhere = await rawServer(() => {});
  const server = isOfTheAddress(fault)
    ? await badAddress(fault, () => Promise.reject(new Error("This fault stays.")))
    : await faultProxy("http://no-service.invalid", journal, {
        behaviour: (request, response) => {
          if (fault === "something else answers") return webApplication(request, response);
          const operation = operationOf(request.method ?? "", request.url ?? "");
          answerWith(fault, operation, `http://127.0.0.1:${elsewhere.port}`)(request, response);
        },
        hits: () => true,
        arrives: "no",
      });
  return {
    url: server.url,
    journal,
    elsewhere: elsewhere.connections,
    [Symbol.asyncDispose]: () => dispose(server, elsewhere),
  };
}

export function isHit(
  row: Row,
  operation: Operation,
  before: readonly Pick<Exchange, "operation">[],
): boolean {
  if (operation !== row.operation) return false;
  return row.hits !== "after submitting" || before.some((each) => each.operation === "submit");
}

export function faultsIn(journal: readonly Exchange[]): number {
  return journal.filter(({ faulted }) => faulted).length;
}
