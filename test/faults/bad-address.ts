import { freePort, notLoopback } from "../helpers/services/fault-server.ts";
import type { AddressFault } from "./faults.ts";
import { garbage, rawServer } from "./raw-server.ts";

/** An address at which no service can be reached. */
export interface BadAddress extends AsyncDisposable {
  readonly url: string;
  /** Lets the service appear there. */
  readonly recover: () => void;
}

/** @param serve Starts the service at a port. */
export async function badAddress(
  fault: AddressFault,
  serve: (port: number) => Promise<AsyncDisposable>,
): Promise<BadAddress> {
  switch (fault) {
    case "refused":
      return refusing(await freePort(), serve);
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

function refusing(port: number, serve: (port: number) => Promise<AsyncDisposable>): BadAddress {
  let served: Promise<AsyncDisposable> | undefined;
  return {
    // A service of this computer that never answered is not waited for.
    url: notLoopback(`http://127.0.0.1:${port}`),
    recover: () => {
      served ??= serve(port);
    },
    [Symbol.asyncDispose]: async () => {
      await (await served)?.[Symbol.asyncDispose]();
    },
  };
}
