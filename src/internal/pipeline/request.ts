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

/** Why a contract that wasn't named is examined. */
interface LookedAt {
  /** It belongs to a named contract and is treated as if named. @default found through a proxy */
  readonly because?: Relation["because"];
  /** Why it is not submitted although a build has its code. */
  readonly unsent?: Relation["unsent"];
  /** A clone that is asked about, or that has a name, runs it: it is judged, whoever made it. @default false */
  readonly isJudged?: boolean | undefined;
  /** Libraries of that clone, which distinguish contracts of equal code. @default none */
  readonly names?: readonly string[] | undefined;
}

/** The chain's state at a target, as the plan of the run read it. */
export interface Known {
  /** The time of the read, by the clock of the ports. */
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

/** A validated request with its defaults, and the flags of the table of options: `true`, or left out. */
export interface VerifyRequest extends Flags {
  /** `check` reads and compares, and submits nothing. */
  readonly action: "verify" | "check";
  readonly target: Target;
  /** The user's options, for a command that repeats the run. */
  readonly options: readonly CommandOption[];
  /** The host's own options to repeat in a command, without the network. @default none */
  readonly globals?: readonly CommandOption[];
  /** Argument that selects the network in a command, if not its name. @default its name */
  readonly networkArgument?: string | undefined;
  /** The user's command, if it is a run over deployments. */
  readonly batch?: CommandLine | undefined;
  /** Narrows the candidates: `Name` or `path/to/File.sol:Name`. */
  readonly contract: string | undefined;
  /** Lower case. */
  readonly creationTransactionHash: string | undefined;
  /** The state just read at the target. @default it is read */
  readonly known?: Known | undefined;
  /** The deployment records that name it; empty where it was named by itself. */
  readonly origins: readonly DeploymentOrigin[];
  /** Checksummed addresses of the same run: a minimal proxy of one of them needs no build of its own. */
  readonly lookedAt: ReadonlySet<string>;
  readonly recorded: readonly RecordedDeployment[];
  readonly buildSource: BuildSource;
  readonly projectRoot: string;
  readonly buildStep: NextStep;
  readonly sources: SourcesMode;
  readonly requirement: Requirement;
  /** Ids of checks that must pass. */
  readonly required: readonly string[];
  /** Consensus timestamp at which the query service is asked. @default now */
  readonly at: string | undefined;
  /** Also read the compiler input on record, which others may compile. @default only where it is compiled here */
  readonly readsInput?: boolean | undefined;
  /** Lay out the code for the report. No verdict depends on it. @default true */
  readonly drawsCode?: boolean | undefined;
  /** Compare with the lock file, and nothing else. @default no lock file */
  readonly locked?: Locked | undefined;
  /** The result is for a lock file, so the proxy's links are read too. @default false */
  readonly isLocking?: boolean | undefined;
  /** Check a proxy's implementation and related contracts without submitting them. @default false */
  readonly lookAtProxy?: boolean | undefined;
  /** Why it is examined although it wasn't named. @default it was named */
  readonly lookedAtAs?: LookedAt | undefined;
}
