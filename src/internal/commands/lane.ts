import type { LockedContract } from "../deployments/lock/lock-model.ts";
import type { Deployment, PassedOver } from "../deployments/model.ts";
import type { DeployedTarget } from "../deployments/plan-targets.ts";
import type { VerifyContractError } from "../errors/problem.ts";
import type { OpenChain } from "./open-chain.ts";

export type Open = Extract<OpenChain, { kind: "open" }>;
/** Why nothing can be asked of a chain. */
export interface Lost
  extends Pick<Extract<OpenChain, { kind: "unknown" }>, "kind" | "outcome" | "problem" | "services"> {
  /** Where its configuration is wrong. */
  readonly wrongUse?: VerifyContractError | undefined;
}

/** One chain of a run. */
export interface Lane {
  readonly networkName: string;
  /** What chooses the network in a command, where its name does not. @default its name */
  readonly networkArgument?: string | undefined;
  readonly chainId: number;
  readonly node: Open | Lost;
}

/** One chain of a run, with its contracts. */
export interface PlannedLane extends Lane {
  /** Those that were read. */
  readonly deployments: readonly Deployment[];
  /** Of this shard, without those that are gone. */
  readonly targets: readonly DeployedTarget[];
  /** Of all shards. */
  readonly all: readonly DeployedTarget[];
  /** The entries of the lock file for this chain; undefined where it is not compared. */
  readonly locked: readonly LockedContract[] | undefined;
  /** Entries whose contracts have no code any more. */
  readonly gone: readonly PassedOver[];
}
