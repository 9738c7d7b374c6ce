import type { PreflightEvent } from "../pipeline/preflight/request.ts";
import type { BatchEvent } from "../report/batch-progress.ts";
import type { ProgressEvent } from "../report/progress.ts";
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

/**
 * What to verify, and how.
 *
 * @typeParam Connection Of the host.
 */
export interface VerifyContractRequest<Connection = unknown>
  extends Contract,
    OptionsOf<"verify">,
    Caller<Connection, ProgressEvent> {}

/** What to check, and how. */
export interface CheckContractRequest<Connection = unknown>
  extends Contract,
    CheckOptions<"one">,
    Caller<Connection, ProgressEvent> {}

/** What to check in one run, and how. The other keys are those of one contract, and hold for each. */
export interface CheckContractsRequest<Connection = unknown>
  extends Targets,
    CheckOptions<"several">,
    Caller<Connection, BatchEvent> {}

/** Which deployments to verify, and how. The other keys are those of one contract, and hold for each. */
export interface VerifyDeploymentsRequest<Connection = unknown>
  extends OptionsOf<"deployments">,
    Caller<Connection, BatchEvent> {
  /**
   * Ids of Ignition deployments, names of networks of hardhat-deploy, paths of deployments, broadcasts and manifests.
   * @default all that the project has of the network's chain
   */
  readonly deployments?: readonly string[] | undefined;
}

/** What to lock, and how. The other keys are those of a check over several contracts. */
export interface LockRequest<Connection = unknown>
  extends Targets,
    OptionsOf<"lock">,
    Caller<Connection, BatchEvent> {}

/** Which contracts to look at before they are deployed, and how. */
export interface PreflightRequest extends OptionsOf<"preflight"> {
  /** `Name` or `path/to/File.sol:Name`. @default all below the project's folder of sources that have code */
  readonly contracts?: readonly string[] | undefined;
  /** Ends it: the report then has an error and exit code 3. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each event of the run. */
  readonly onProgress?: ((event: PreflightEvent) => void) | undefined;
}

/**
 * Which evidence to replay, and with what besides.
 *
 * @typeParam Connection Of the host.
 */
export interface ReplayRequest<Connection = unknown> extends OptionsOf<"replay"> {
  /** Path of a file that `--evidence` wrote. */
  readonly evidence: string;
  /** A chain to compare codes and transactions with. @default none: nothing is asked */
  readonly connection?: Connection | undefined;
  /** Ends what is asked and compiled. */
  readonly signal?: AbortSignal | undefined;
}
