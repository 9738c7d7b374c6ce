import type { BuildSource } from "../builds/build-source.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import type { Target } from "../domain/target.ts";

/** Who wrote a record. */
export type DeploymentTool = "ignition" | "hardhat-deploy" | "foundry" | "manifest";

/** What one tool wrote down: a deployment of Ignition, a network of hardhat-deploy, a broadcast, a manifest. */
export interface Deployment {
  readonly tool: DeploymentTool;
  /** Absolute path of the folder or file. */
  readonly location: string;
  /** Undefined where the record does not say. */
  readonly chainId: number | undefined;
  /** Which script of Foundry broadcast it, and when in milliseconds since 1970; undefined for other tools. */
  readonly broadcast?: { readonly script: string; readonly timestampMs: number | undefined };
  /** A later broadcast of the same script to the same chain is among those that were found. */
  readonly isSuperseded?: true;
  /** In the order of the record. */
  readonly contracts: readonly DeployedContract[];
  readonly passedOver: readonly PassedOver[];
}

/** One contract of a deployment. */
export interface DeployedContract {
  /** As the tool calls it: a future of Ignition, a deployment of hardhat-deploy, a contract of Foundry. */
  readonly name: string;
  /** The record's file; absolute. */
  readonly file: string;
  readonly target: Target;
  /** Undefined where a manifest says nothing but the address. */
  readonly recorded: RecordedDeployment | undefined;
  readonly buildSource: BuildSource;
  /** Which contract of the build it has to be, where a manifest says so. */
  readonly contract: string | undefined;
}

/** What a record names that is not to be verified, such as a contract that others deployed. */
export interface PassedOver {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly reason: string;
  /** It is broken, so that a contract may be missing: a run over everything has to end. */
  readonly isBroken?: true;
}
