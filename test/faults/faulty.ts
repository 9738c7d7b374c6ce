import { answerWith } from "./answers.ts";
import { badAddress } from "./bad-address.ts";
import { type Exchange, type FaultProxy, faultProxy, type Journal, type ProxyFault } from "./fault-proxy.ts";
import { type FaultName, isGarbled, isOfTheAddress, isOfTheService } from "./faults.ts";
import { faultsIn, isHit } from "./hits.ts";
import type { Way } from "./limits.ts";
import { rawServer } from "./raw-server.ts";
import type { Row } from "./rows.ts";
import { serviceWith } from "./service-faults.ts";

/** One cell of the matrix. */
export interface Cell {
  readonly row: Row;
  readonly fault: FaultName;
  readonly way: Way;
}

/** A real service with a fault before it. */
export interface Faulty extends AsyncDisposable {
  /** Where the operation that is hit is asked. */
  readonly url: string;
  /** Where the same service is asked for everything else. */
  readonly soundUrl: string;
  readonly journal: readonly Exchange[];
  /** Ends a fault of the address that passes. */
  readonly recover: () => void;
  /** Connections to the origin that a redirect names. */
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
  const proxy: FaultProxy = await faultProxy(service, journal, proxyFault);
  return {
    ...about,
    url: proxy.url,
    soundUrl: proxy.url,
    recover: () => {},
    [Symbol.asyncDispose]: () => dispose(proxy, elsewhere),
  };
}

/**
 * A submission is sent again when its answer was lost, so that its job may be found running. What is garbled is not,
 * and the record has to tell at once.
 */
function arrivalOf(fault: FaultName, way: Way): ProxyFault["arrives"] {
  return way === "stays" || isGarbled(fault) ? "and-done" : "yes";
}

async function dispose(...servers: readonly AsyncDisposable[]): Promise<void> {
  for (const server of servers) await server[Symbol.asyncDispose]();
}
