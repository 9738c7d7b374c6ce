import type { BuildSource } from "../builds/build-source.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import type { Target } from "../domain/target.ts";

/** The tool that wrote a deployment record. */
export type DeploymentTool = "ignition" | "hardhat-deploy" | "foundry" | "openzeppelin" | "manifest";

/**
 * A deployment record: a deployment of Ignition, a network of hardhat-deploy, a broadcast of Foundry, a manifest of
 * OpenZeppelin Upgrades, or one of this plugin.
 */
export interface Deployment {
  readonly tool: DeploymentTool;
  /** Absolute path of the folder or file. */
  readonly location: string;
  /** undefined where the record does not state it. */
  readonly chainId: number | undefined;
  /** Foundry only: the script, and the time of its broadcast in milliseconds since 1970. */
  readonly broadcast?: { readonly script: string; readonly timestampMs: number | undefined };
  /** A later broadcast of the same script to the same chain was found. */
  readonly isSuperseded?: true;
  /** In the order of the record. */
  readonly contracts: readonly DeployedContract[];
  readonly passedOver: readonly PassedOver[];
}

/** One contract of a deployment. */
export interface DeployedContract {
  /** The tool's name: a future of Ignition, a deployment of hardhat-deploy, a contract of Foundry. */
  readonly name: string;
  /** The record's file; absolute. */
  readonly file: string;
  readonly target: Target;
  /** undefined where a manifest states only the address. */
  readonly recorded: RecordedDeployment | undefined;
  readonly buildSource: BuildSource;
  /** The contract of the build, `Name` or `path:Name`, if a manifest states it. */
  readonly contract: string | undefined;
  /** A receipt says that its transaction failed. Foundry can mix up receipts, so code at the address outweighs it. */
  readonly mayHaveFailed?: true;
  /** Why it is skipped if it has no code; without it, that is an error. */
  readonly whyGone?: string;
}

/** Why a contract without code is skipped. */
export const FAILED = "its transaction failed";

/** A skipped entry of a deployment record, such as a contract that others deployed. */
export interface PassedOver {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly reason: string;
  /** The entry is broken and may hide a contract, so a run over all deployments must fail. */
  readonly isBroken?: true;
}
