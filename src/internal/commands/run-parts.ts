import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { RpcChain } from "../chain/rpc-chain.ts";
import type { Lock } from "../deployments/lock/lock-model.ts";
import type { Deployment } from "../deployments/model.ts";
import type { DeployedTarget } from "../deployments/plan-targets.ts";
import type { Problem, VerifyContractError } from "../errors/problem.ts";
import type { RunRecording } from "../evidence/record.ts";
import type { Related } from "../pipeline/find-related.ts";
import type { Ports } from "../pipeline/ports.ts";
import type { Known, Locked } from "../pipeline/request.ts";
import type { Outcome, Report } from "../report/model.ts";
import type { BatchEvent } from "../report/progress.ts";
import type { HostBreakers } from "../services/http/host-breaker.ts";
import type { ChainConfig } from "./config/resolve-chain-config.ts";
import type { UserConfig } from "./config/user-config.ts";
import type { Host } from "./host.ts";
import type { LocalRun } from "./serve/local-run.ts";
import type { ValidRun } from "./validate-request.ts";

/** Known before any chain is asked, and the same for all of them. */
export interface RunParts {
  /** The chain that a program gave. @default that of the chosen network */
  readonly connection: unknown;
  readonly signal: AbortSignal;
  readonly host: Host;
  readonly project: ProjectPaths;
  readonly userConfig: UserConfig;
  readonly valid: ValidRun;
  /** Empty if it is neither compared nor written. */
  readonly lock: Lock;
  /** @default none is kept */
  readonly evidence: RunRecording | undefined;
  readonly onEvent: (event: BatchEvent) => void;
  readonly confirm: Ports["confirm"];
  /** True if what other services answered to forwarded verifications is read after all contracts. */
  readonly readsForwarded: boolean;
  /** With `--local`. @default the services that are configured */
  readonly local: LocalRun | undefined;
}

/** The chain that is asked, and what is configured for it. */
export interface OpenChain {
  readonly kind: "open";
  readonly chain: RpcChain;
  readonly chainId: number;
  readonly config: ChainConfig;
  /** Undefined for a chain in this process. */
  readonly nodeUrl: string | undefined;
  /** Requests per second, over everything that the run asks. */
  readonly breakers: HostBreakers;
  /** Asked to explain an outage: once for all contracts that one outage ends. */
  readonly status: Ports["status"];
  readonly askedForMs: number;
}

/** A chain that can't be asked, and what comes of each of its contracts. */
export interface LostChain {
  readonly kind: "lost";
  readonly outcome: Outcome;
  readonly problem: Problem;
  readonly services: Report["services"];
  /** The error in its network's configuration. @default none: its node does not say its chain ID */
  readonly wrongUse?: VerifyContractError;
}

/** The node of a network does not say which chain it is. */
export interface SilentNode extends LostChain {
  readonly networkName: string;
  readonly configuredChainId: number | undefined;
  /** Undefined for a chain in this process. */
  readonly nodeUrl: string | undefined;
}

export interface RunChain {
  readonly networkName: string;
  /** Argument that selects the network in a command, if not its name. @default its name */
  readonly networkArgument?: string | undefined;
  readonly chainId: number;
  readonly node: OpenChain | LostChain;
  readonly deployments: readonly Deployment[];
}

export interface RunTarget extends DeployedTarget {
  /** Why the run takes it although nothing names it. @default it is named */
  readonly related?: Related;
  /** The state that was just read at it. @default read when its turn comes */
  readonly known?: Known | undefined;
  readonly chain: RunChain;
  /** Undefined where the lock file is not compared. */
  readonly locked: Locked | undefined;
}
