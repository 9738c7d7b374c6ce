import type { BuildSource } from "../builds/build-source.ts";
import type { CodeOnChain } from "../chain/read-code.ts";
import type { LockedContract } from "../deployments/lock/lock-model.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import type { Requirement } from "../domain/match.ts";
import type { Flags } from "../domain/options.ts";
import type { Target } from "../domain/target.ts";
import type { CommandLine, CommandOption, NextStep } from "../errors/next-step.ts";
import type { DeploymentOrigin, Relation } from "../report/model.ts";
import type { SourcesMode } from "../submission/plan-submission.ts";

export interface Locked {
  /** Undefined for a contract without an entry. */
  readonly entry: LockedContract | undefined;
  /** True if deployment records listed the contract when it was locked but no longer do. */
  readonly isRecordMissing: boolean;
}

/** The reason for checking a contract that wasn't named. */
interface LookedAt {
  /** The reason why it belongs to a named contract. It is then treated as named. @default found through a proxy */
  readonly because?: Relation["because"];
  /** The reason for not submitting the contract although a build contains its code. */
  readonly unsent?: Relation["unsent"];
  /**
   * True if the contract must be judged regardless of its deployer, because it is the implementation of a clone that
   * has a name or that the user asked about. @default false
   */
  readonly isJudged?: boolean | undefined;
  /** The names given for that clone, which distinguish contracts with equal code. @default none */
  readonly names?: readonly string[] | undefined;
}

/** A target's state on chain, as read while the run was planned. */
export interface Known {
  /** The time of the read, according to the ports' clock. */
  readonly atMs: number;
  /** An error if the query service couldn't locate the contract. */
  readonly located: Located | Error;
  /** Undefined if it was not read. */
  readonly onchain?: CodeOnChain;
}

export interface Located {
  /** Checksummed. */
  readonly address: string;
  readonly contractId?: string | null | undefined;
}

/** A validated request with defaults applied. Flags in the options table are `true` or absent. */
export interface VerifyRequest extends Flags {
  /** `check` reads and compares without submitting anything. */
  readonly action: "verify" | "check";
  readonly target: Target;
  /** The user's options, repeated in suggested commands. */
  readonly options: readonly CommandOption[];
  /** The host's own options to repeat in suggested commands, except the network. @default none */
  readonly globals?: readonly CommandOption[];
  /** The argument that selects the network in a command, if it isn't the network's name. @default its name */
  readonly networkArgument?: string | undefined;
  /** The user's command, if it covers a batch of deployments. */
  readonly batch?: CommandLine | undefined;
  /** Limits the candidates: `Name` or `path/to/File.sol:Name`. */
  readonly contract: string | undefined;
  /** Lower case. */
  readonly creationTransactionHash: string | undefined;
  /** The target's state, if it was just read. @default reads it */
  readonly known?: Known | undefined;
  /** The deployment records that list the contract; empty if the user named it directly. */
  readonly origins: readonly DeploymentOrigin[];
  /** Checksummed addresses in the same run. A minimal proxy for one of these contracts needs no build of its own. */
  readonly lookedAt: ReadonlySet<string>;
  readonly recorded: readonly RecordedDeployment[];
  readonly buildSource: BuildSource;
  readonly projectRoot: string;
  readonly buildStep: NextStep;
  readonly sources: SourcesMode;
  readonly requirement: Requirement;
  /** IDs of required checks. */
  readonly required: readonly string[];
  /** Consensus timestamp for requests to the query service. @default now */
  readonly at: string | undefined;
  /**
   * Also reads the recorded compiler input, so someone else can compile it. @default reads it only to compile it on
   * this machine
   */
  readonly readsInput?: boolean | undefined;
  /** Adds the code layout to the report. No verdict depends on it. @default true */
  readonly drawsCode?: boolean | undefined;
  /** Compares only with the lock file. @default no lock file */
  readonly locked?: Locked | undefined;
  /**
   * True if the result is written to a lock file. In that case, the addresses that a proxy refers to are read too.
   * @default false
   */
  readonly isLocking?: boolean | undefined;
  /** Checks a proxy's implementation and related contracts without submitting them. @default false */
  readonly lookAtProxy?: boolean | undefined;
  /** The reason for checking an unnamed contract. @default it was named */
  readonly lookedAtAs?: LookedAt | undefined;
}
