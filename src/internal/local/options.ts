import type { ForwardedTo } from "../domain/record.ts";
import type { LocalCompiler } from "../solidity/compilers/find-compilers.ts";

/** Ports to listen on, always on 127.0.0.1. */
export interface LocalPorts {
  /** @default 0, any free port */
  readonly verification?: number;
  /** @default 0, any free port */
  readonly query?: number;
  /** @default 0, any free port */
  readonly status?: number;
}

/**
 * A simulated service to which the local one forwards a verification; nothing is sent anywhere. The job says it
 * after its end, as Sourcify's server does.
 */
export interface LocalForwarding {
  readonly to: ForwardedTo;
  /** Milliseconds from the end of the job. @default 0 */
  readonly afterMs?: number;
  readonly answer: {
    /** The other service took the submission; `VERIFIER_ALREADY_VERIFIED` if it had the contract already. */
    readonly verificationId?: string;
    /** Why it did not. */
    readonly error?: string;
    readonly statusUrl?: string;
    readonly explorerUrl?: string;
    readonly contractApiUrl?: string;
  };
}

/** Options of `startLocalServices`. */
export interface LocalServicesOptions {
  /** The development chain. The node reports its id. */
  readonly chain: {
    /** JSON-RPC over HTTP, for example `http://127.0.0.1:8545`. Nothing else is ever contacted. */
    readonly rpcUrl: string;
  };
  readonly ports?: LocalPorts;
  /**
   * Origins whose web pages may read the services and submit, such as `https://explorer.example`, beside all origins of
   * this computer. There is no value for every origin: any page could then read unpublished sources.
   * @default none
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Compilers beside the installed `solc` package.
   * @default none
   */
  readonly compilers?: readonly LocalCompiler[];
  /**
   * Verifications that run at the same time, each in a process of its own.
   * @default 2, or 1 on a single core
   */
  readonly workers?: number;
  /**
   * How long one verification may take before its worker is stopped, in milliseconds. Time spent waiting for a
   * free worker does not count.
   * @default 180_000, and 60_000 more for each 100 kB of sources
   */
  readonly compileTimeLimitMs?: number | undefined;
  /**
   * Called when the node was started anew, reset or reverted, and the records that the services had were dropped for it.
   *
   * @param records How many, of the verification service and the explorer together.
   */
  readonly onForgotten?: ((records: number) => void) | undefined;
  /**
   * Answers of other services to each verification that found a match.
   * @default none: the service forwards nothing
   */
  readonly forwarding?: readonly LocalForwarding[];
}

/** The running services. */
export interface LocalServices extends AsyncDisposable {
  /** Chain id of the node, decimal digits. */
  readonly chainId: string;
  /** The compilers that the verification service uses, in the order of their use. They are found once, at the start. */
  readonly compilers: readonly LocalCompiler[];
  readonly verification: { readonly url: string };
  readonly query: { readonly url: string };
  /** An explorer like Etherscan, beside the verification service. The URL is that of its API, with the path `/api`. */
  readonly explorer: { readonly url: string };
  readonly status: {
    readonly url: string;
    /** Replaces what the status service answers, part by part; for tests. */
    set(patch: StatusPatch): void;
  };
  /** Stops listening, ends open connections, stops the workers and drops all records. */
  close(): Promise<void>;
}

/** One part of the network. Its status may be an unknown one, which callers must survive. */
export interface StatusComponent {
  readonly id?: string;
  readonly name: string;
  /** `operational`, `degraded_performance`, `partial_outage`, `major_outage`, … */
  readonly status: string;
  readonly [field: string]: unknown;
}

/** Its status is `investigating`, `identified`, `monitoring`, `resolved`, `postmortem`, … */
export interface StatusIncident extends StatusComponent {}

/** Its status is `scheduled`, `in_progress`, `verifying`, `completed`, … */
export interface StatusMaintenance extends StatusComponent {}

/** The parts to set. An omitted part does not change. */
export interface StatusPatch {
  /** @default `none`, "All Systems Operational" */
  readonly status?: { readonly indicator: string; readonly description: string };
  readonly components?: readonly StatusComponent[];
  /** The most recent first. Fields that are left out are filled in. @default none */
  readonly incidents?: readonly StatusIncident[];
  /** The most recent first. Fields that are left out are filled in. @default none */
  readonly scheduledMaintenances?: readonly StatusMaintenance[];
}
