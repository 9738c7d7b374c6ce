import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { Lock } from "../deployments/lock/lock-model.ts";
import type { Deployment } from "../deployments/model.ts";
import type { DeployedTarget } from "../deployments/plan-targets.ts";
import type { Locked } from "../pipeline/request.ts";
import type { BatchEvent } from "../report/batch-progress.ts";
import type { UserConfig } from "./config/user-config.ts";
import type { EvidenceOfRun } from "./evidence-of-run.ts";
import type { Host } from "./host.ts";
import type { Caller, LostChain, OpenChain } from "./open-chain.ts";
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

/** One chain of a run, and what was deployed to it. */
export interface RunChain {
  readonly networkName: string;
  /** What chooses the network in a command, where its name does not. @default its name */
  readonly networkArgument?: string | undefined;
  readonly chainId: number;
  readonly node: OpenChain | LostChain;
  /** Those that were read. */
  readonly deployments: readonly Deployment[];
}

/** A contract of a run. */
export interface RunTarget extends DeployedTarget {
  readonly chain: RunChain;
  /** Undefined where the lock file is not compared. */
  readonly locked: Locked | undefined;
}
