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
  /** Undefined if the contract isn't locked. */
  readonly entry: LockedContract | undefined;
  /** True if deployment records listed the contract when it was locked but no longer do. */
  readonly isRecordMissing: boolean;
}

/** How a contract that the user didn't name relates to a named one. */
interface Related {
  /** The number of proxies between the contract and the named one, including the named one. */
  readonly depth: number;
  /** The reason it belongs to the named contract, and so counts as named. @default found through a proxy */
  readonly because?: Relation["because"];
  readonly unsent?: Relation["unsent"];
  /** True if a named or requested clone runs this code. Its deployer doesn't matter in that case. */
  readonly isJudged?: boolean | undefined;
  /** That clone's names, which distinguish contracts with equal code. @default none */
  readonly names?: readonly string[] | undefined;
}

export interface Known {
  readonly atMs: number;
  /** An error if the contract ID couldn't be resolved. */
  readonly located: Located | Error;
  readonly onchain?: CodeOnChain;
}

export interface Located {
  /** Checksummed. */
  readonly address: string;
  readonly contractId?: string | null | undefined;
}

/** Flags in the options table are `true` or absent. */
export interface VerifyRequest extends Flags {
  readonly action: "verify" | "check";
  readonly target: Target;
  /** The user's options, repeated in suggested commands. */
  readonly options: readonly CommandOption[];
  /** The host's own options to repeat in suggested commands, except the network. @default none */
  readonly globals?: readonly CommandOption[];
  /** The argument that selects the network in a command, if it isn't the network's name. @default its name */
  readonly networkArgument?: string | undefined;
  readonly batch?: CommandLine | undefined;
  readonly contract: string | undefined;
  /** Lower case. */
  readonly creationTransactionHash: string | undefined;
  readonly known?: Known | undefined;
  /** The name to show if no deployment record gives one. @default the target as given */
  readonly name?: string | undefined;
  /** True if the contract was deployed so long ago that even lagging nodes have it. */
  readonly isLongAgo?: boolean | undefined;
  /** The deployment records that list the contract; empty if the user named it directly. */
  readonly origins: readonly DeploymentOrigin[];
  /** Checksummed addresses of this run's contracts. A minimal proxy for any of these contracts needs no build. */
  readonly lookedAt: ReadonlySet<string>;
  readonly recorded: readonly RecordedDeployment[];
  readonly buildSource: BuildSource;
  readonly projectRoot: string;
  readonly buildStep: NextStep;
  readonly sources: SourcesMode;
  readonly requirement: Requirement;
  readonly required: readonly string[];
  /** Consensus timestamp for requests to the query service. @default now */
  readonly at: string | undefined;
  /** Also reads the recorded compiler input, so that someone else can compile it. */
  readonly readsInput?: boolean | undefined;
  /** Adds the code layout to the report. @default true */
  readonly drawsCode?: boolean | undefined;
  readonly locked?: Locked | undefined;
  /** True if the result is written to a lock file, which also covers the addresses that a proxy refers to. */
  readonly isLocking?: boolean | undefined;
  /** Checks a proxy's implementation and related contracts without submitting them. */
  readonly lookAtProxy?: boolean | undefined;
  readonly related?: Related | undefined;
}
