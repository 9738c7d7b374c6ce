import type { LocalCompiler } from "../solidity/compilers/find-compilers.ts";

/** Ports on 127.0.0.1. */
export interface LocalPorts {
  /** @default 0, any free port */
  readonly verification?: number;
  /** @default 0, any free port */
  readonly query?: number;
  /** @default 0, any free port */
  readonly status?: number;
}

/** Options for `startLocalServices`. */
export interface LocalServicesOptions {
  /** The development chain. Its node reports the chain id. */
  readonly chain: {
    /** JSON-RPC over HTTP, such as `http://127.0.0.1:8545`. The services contact nothing else. */
    readonly rpcUrl: string;
  };
  readonly ports?: LocalPorts;
  /**
   * Origins whose pages may read and submit, such as `https://explorer.example`. Pages on this computer always may. A
   * wildcard isn't supported, because any page could then read unpublished sources. @default none
   */
  readonly allowedOrigins?: readonly string[];
  /** Used in addition to the installed `solc` package. @default none */
  readonly compilers?: readonly LocalCompiler[];
  /** Concurrent verifications, each in its own process. @default 2, or 1 on a single core */
  readonly workers?: number;
  /** Milliseconds that one verification may take. @default 180_000, plus 60_000 for each 100 kB of sources */
  readonly compileTimeLimitMs?: number | undefined;
  /**
   * Called after the node has been restarted, reset or reverted and the services have dropped their records.
   *
   * @param records The number of dropped records, including the explorer's.
   */
  readonly onForgotten?: ((records: number) => void) | undefined;
}

export interface LocalServices extends AsyncDisposable {
  /** The node's chain ID in decimal digits. */
  readonly chainId: string;
  /** The verification service's compilers in order of preference, as found at startup. */
  readonly compilers: readonly LocalCompiler[];
  readonly verification: { readonly url: string };
  readonly query: { readonly url: string };
  /** An Etherscan-like explorer on the verification service's port. `url` is the URL of its API and ends in `/api`. */
  readonly explorer: { readonly url: string };
  readonly status: {
    readonly url: string;
    /** Replaces parts of the status service's response, for tests. */
    set(patch: StatusPatch): void;
  };
  /** Stops listening, closes open connections, stops the workers and drops all records. */
  close(): Promise<void>;
}

export interface StatusComponent {
  readonly id?: string;
  readonly name: string;
  /** `operational`, `degraded_performance`, `partial_outage`, `major_outage`, … */
  readonly status: string;
  readonly [field: string]: unknown;
}

/** An incident with the status `investigating`, `identified`, `monitoring`, `resolved`, `postmortem`, … */
export interface StatusIncident extends StatusComponent {}

/** A maintenance entry with the status `scheduled`, `in_progress`, `verifying`, `completed`, … */
export interface StatusMaintenance extends StatusComponent {}

/** The parts to set. Omitted parts stay unchanged. */
export interface StatusPatch {
  /** @default `none`, "All Systems Operational" */
  readonly status?: { readonly indicator: string; readonly description: string };
  readonly components?: readonly StatusComponent[];
  /** Most recent first. Missing fields get default values. @default none */
  readonly incidents?: readonly StatusIncident[];
  /** Most recent first. Missing fields get default values. @default none */
  readonly scheduledMaintenances?: readonly StatusMaintenance[];
}
