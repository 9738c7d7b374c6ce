import type { BatchEvent } from "../report/batch-progress.ts";
import type { VerifyContractRequest } from "./verify-request.ts";

/** Which deployments to verify, and how. The other keys are those of one contract, and hold for each. */
export interface VerifyDeploymentsRequest<Connection = unknown>
  extends Pick<
    VerifyContractRequest<Connection>,
    | "buildInfo"
    | "sources"
    | "minMatch"
    | "requireCreation"
    | "followProxy"
    | "noFollowProxy"
    | "pickIdentical"
    | "force"
    | "fresh"
    | "dryRun"
    | "require"
    | "evidence"
    | "connection"
    | "signal"
  > {
  /**
   * Ids of Ignition deployments, names of networks of hardhat-deploy, paths of deployments, broadcasts and manifests.
   * @default all that the project has of the network's chain
   */
  readonly deployments?: readonly string[] | undefined;
  /**
   * On every configured network whose chain the records name, one network a chain; not on development chains, nor on the
   * chain of `connection`. @default false
   */
  readonly allNetworks?: boolean | undefined;
  /** Path of a new manifest, with the addresses of those `deployments` that are JSON files of the project's own format. @default none */
  readonly writeManifest?: string | undefined;
  /** One part of them, `2/3` for the second third. @default all */
  readonly shard?: string | undefined;
  /** End at the first contract that is not good enough. @default false */
  readonly bail?: boolean | undefined;
  /** Seconds for each contract, from when its turn comes. @default `timeout` of the configuration, 300 without one */
  readonly timeout?: number | undefined;
  /** Called with each event of the run. */
  readonly onProgress?: ((event: BatchEvent) => void) | undefined;
}
