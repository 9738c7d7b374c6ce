import type { LocalPorts, LocalServices } from "../../local/options.ts";
import { startLocalServices } from "../../local/start.ts";
import { trackAbandonedCall } from "../../services/http/abandoned-calls.ts";
import type { LocalCompiler } from "../../solidity/compilers/local-compiler.ts";

export interface ServeRequest {
  /** The Hardhat network, as it is named in the configuration. */
  readonly networkName: string;
  readonly rpcUrl: string;
  readonly ports: Required<LocalPorts>;
  readonly compilers: readonly LocalCompiler[];
  readonly print: (text: string) => void;
  /** Ends the serving. */
  readonly signal: AbortSignal;
}

/**
 * Runs the local services until it is told to stop.
 * @throws VerifyContractError VC901, VC902, VC904 when they can't be started.
 */
export async function serve({
  networkName,
  rpcUrl,
  ports,
  compilers,
  print,
  signal,
}: ServeRequest): Promise<void> {
  const starting = startLocalServices({ chain: { rpcUrl }, ports, compilers });
  const started = await Promise.race([starting, aborted(signal)]);
  if (started === undefined) {
    // A silent node keeps the start waiting; services that come up after all are not wanted any more.
    trackAbandonedCall(starting.then((services) => services.close()));
  } else {
    await using services = started;
    print(announcement(services, networkName));
    await aborted(signal);
  }
  print("Stopped.");
}

/** What is printed once the services listen. */
function announcement(services: LocalServices, networkName: string): string {
  const { chainId, verification, query, status } = services;
  return `Local services for chain ${chainId}, network ${networkName}

  Verification service  ${verification.url}
  Query service         ${query.url}
  Status service        ${status.url}

In hardhat.config.ts:

  verifyContract: {
    chains: {
      ${chainId}: {
        verification: { url: "${verification.url}" },
        query: { url: "${query.url}" },
        status: { url: "${status.url}" },
      },
    },
  },

Results are kept in memory. Stop with Ctrl-C.`;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
