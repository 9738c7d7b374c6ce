import type { PreflightEvent } from "../pipeline/preflight/request.ts";
import type { BatchEvent, ProgressEvent } from "../report/progress.ts";
import type { CheckOptions, OptionsOf } from "./options.ts";

/** What a program gives beside options. */
interface Caller<Connection, Event> {
  /** Which chain. @default that of the network that Hardhat was started with */
  readonly connection?: Connection | undefined;
  /** Ends it: the report then has the outcome `timed-out` and names the job. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each event of the run. */
  readonly onProgress?: ((event: Event) => void) | undefined;
}

interface Contract {
  /** 0x-address of the contract, or its id where a query service is configured: `0.0.1234` or `1234`. */
  readonly address: string;
}

interface Targets {
  /**
   * Addresses, contract ids, and whatever `deployments` of a request to verify takes.
   * @default all that the project has deployed on the network's chain
   */
  readonly targets?: readonly string[] | undefined;
}

interface Deployments {
  /**
   * Ids of Ignition deployments, names of networks of hardhat-deploy, paths of deployments, broadcasts and manifests.
   * @default all that the project has of the network's chain
   */
  readonly deployments?: readonly string[] | undefined;
}

interface Preflight {
  /** `Name` or `path/to/File.sol:Name`. @default all below the project's folder of sources that have code */
  readonly contracts?: readonly string[] | undefined;
}

interface Replay<Connection> {
  /** Path of a file that `--evidence` wrote. */
  readonly evidence: string;
  /** A chain to compare codes and transactions with. @default none: nothing is asked */
  readonly connection?: Connection | undefined;
  /** Ends what is asked and compiled. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a program asks for, by the call; `checks` is `check` over several contracts.
 *
 * @typeParam Connection Of the host.
 */
export interface Requests<Connection = unknown> {
  readonly verify: Contract & OptionsOf<"verify"> & Caller<Connection, ProgressEvent>;
  readonly check: Contract & CheckOptions<"one"> & Caller<Connection, ProgressEvent>;
  readonly checks: Targets & CheckOptions<"several"> & Caller<Connection, BatchEvent>;
  readonly deployments: Deployments & OptionsOf<"deployments"> & Caller<Connection, BatchEvent>;
  readonly lock: Targets & OptionsOf<"lock"> & Caller<Connection, BatchEvent>;
  readonly preflight: Preflight &
    OptionsOf<"preflight"> &
    Omit<Caller<Connection, PreflightEvent>, "connection">;
  readonly replay: Replay<Connection> & OptionsOf<"replay">;
}

/** The calls that look at contracts on a chain. */
export type Mode = Exclude<keyof Requests, "preflight" | "replay">;
