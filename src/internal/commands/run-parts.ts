import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { RpcChain } from "../chain/rpc-chain.ts";
import type { Lock } from "../deployments/lock/lock-model.ts";
import type { Deployment } from "../deployments/model.ts";
import type { DeployedTarget } from "../deployments/plan-targets.ts";
import type { Problem, VerifyContractError } from "../errors/problem.ts";
import type { RunRecording } from "../evidence/record.ts";
import type { Ports } from "../pipeline/ports.ts";
import type { Locked, VerifyRequest } from "../pipeline/request.ts";
import type { Outcome, Report } from "../report/model.ts";
import type { BatchEvent } from "../report/progress.ts";
import type { HostBreakers } from "../services/http/hosts.ts";
import type { ChainConfig } from "./config/resolve-chain-config.ts";
import type { UserConfig } from "./config/user-config.ts";
import type { Host } from "./host.ts";
import type { LocalRun } from "./serve/local-run.ts";
import type { ValidRun } from "./validate-request.ts";

/** The parts of a run that all chains share and that are known before any chain is queried. */
export interface RunParts {
  /** The chain passed by a program. @default the selected network's chain */
  readonly connection: unknown;
  readonly signal: AbortSignal;
  readonly host: Host;
  readonly project: ProjectPaths;
  readonly userConfig: UserConfig;
  readonly valid: ValidRun;
  /** Empty unless the lock file is being compared or written. */
  readonly lock: Lock;
  readonly evidence: RunRecording | undefined;
  readonly onEvent: (event: BatchEvent) => void;
  readonly confirm: Ports["confirm"];
  /** True if the run ends by reading the results of forwarded verifications. */
  readonly readsForwarded: boolean;
  /** Set with `--local`. @default the configured services are used */
  readonly local: LocalRun | undefined;
}

export interface OpenChain {
  readonly kind: "open";
  readonly chain: RpcChain;
  readonly chainId: number;
  /** Includes the command's options. */
  readonly config: ChainConfig;
  /** Undefined for an in-process chain. */
  readonly nodeUrl: string | undefined;
  /** The hint to show if the user may have forgotten to choose a network. */
  readonly forgotten: string | undefined;
  readonly breakers: HostBreakers;
  /** Explains an outage once for all contracts affected by it. */
  readonly status: Ports["status"];
  readonly askedForMs: number;
}

/** A chain that can't be queried, with the outcome of its contracts. */
export interface LostChain {
  readonly kind: "lost";
  readonly networkName: string;
  /** Undefined unless configured. */
  readonly chainId: number | undefined;
  /** Undefined for an in-process chain. */
  readonly nodeUrl?: string | undefined;
  readonly outcome: Outcome;
  readonly problem: Problem;
  readonly services: Report["services"];
  /** The error in the network's configuration. @default none: the node just doesn't report a chain ID */
  readonly wrongUse?: VerifyContractError;
}

export interface RunChain {
  readonly networkName: string;
  /** The argument that selects the network in a command. @default the network's name */
  readonly networkArgument?: string | undefined;
  readonly chainId: number;
  readonly node: OpenChain | LostChain;
  readonly deployments: readonly Deployment[];
}

export interface RunTarget extends DeployedTarget {
  readonly chain: RunChain;
  /** Undefined unless the run compares with the lock file. */
  readonly locked: Locked | undefined;
}

/** The contracts of one chain. */
export interface Lane {
  readonly number: number;
  readonly chain: RunChain;
  /** In report order: this shard's named contracts, and then the contracts that belong to them. */
  readonly requests: readonly VerifyRequest[];
  /** Checksummed addresses of contracts in other shards. */
  readonly elsewhere: ReadonlySet<string>;
}
