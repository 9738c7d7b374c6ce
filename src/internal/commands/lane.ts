import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { Lock, LockedContract } from "../deployments/lock/lock-model.ts";
import type { Deployment, PassedOver } from "../deployments/model.ts";
import type { DeployedTarget } from "../deployments/plan-targets.ts";
import type { VerifyContractError } from "../errors/problem.ts";
import type { BatchEvent } from "../report/batch-progress.ts";
import type { UserConfig } from "./config/user-config.ts";
import type { EvidenceOfRun } from "./evidence-of-run.ts";
import type { Host } from "./host.ts";
import type { Caller, OpenChain } from "./open-chain.ts";
import type { ValidRun } from "./validate-request.ts";

/** Known before any chain is asked, and the same for all of them. */
export interface RunParts {
  readonly caller: Caller;
  readonly host: Host;
  readonly project: ProjectPaths;
  readonly userConfig: UserConfig;
  readonly valid: ValidRun;
  /** Empty if it is neither compared nor written. */
  readonly lock: Lock;
  readonly evidence: EvidenceOfRun;
  readonly onEvent: (event: BatchEvent) => void;
}

export type Open = Extract<OpenChain, { kind: "open" }>;
/** Why nothing can be asked of a chain. */
export interface Lost
  extends Pick<Extract<OpenChain, { kind: "unknown" }>, "kind" | "outcome" | "problem" | "services"> {
  /** Where its configuration is wrong. */
  readonly wrongUse?: VerifyContractError | undefined;
}

/** One chain of a run, and what was deployed to it. */
export interface Lane {
  readonly networkName: string;
  /** What chooses the network in a command, where its name does not. @default its name */
  readonly networkArgument?: string | undefined;
  readonly chainId: number;
  readonly node: Open | Lost;
  /** Those that were read. */
  readonly deployments: readonly Deployment[];
}

/** One chain of a run, with its contracts. */
export interface PlannedLane extends Lane {
  /** Of this shard, without those that are gone. */
  readonly targets: readonly DeployedTarget[];
  /** Of all shards. */
  readonly all: readonly DeployedTarget[];
  /** The entries of the lock file for this chain; undefined where it is not compared. */
  readonly locked: readonly LockedContract[] | undefined;
  /** Entries whose contracts have no code any more. */
  readonly gone: readonly PassedOver[];
}
