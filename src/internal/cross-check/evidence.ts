import type { Build, CompiledContract, ContractName } from "../build/model.ts";
import type { ExpectedMatch } from "../match/foretell.ts";
import type { Requirement } from "../match/match-order.ts";
import type { ContractRecord } from "../services/verification/model.ts";
import type { DeploymentFacts, QueryKnowledge } from "../target/deployment-facts.ts";

/** All that the checks compare. It was gathered before; a check asks nobody anything. */
export interface Evidence {
  /** What the chain says. */
  readonly facts: DeploymentFacts;
  /** What the query service says, or why it says nothing. */
  readonly query: QueryKnowledge;
  /** What the verification service has stored. */
  readonly record: ContractRecord;
  /** The build that was found for the code on chain, and what it promised. */
  readonly build: EvidenceOfBuild;
  /** What the user asked for. */
  readonly requirement: Requirement;
}

export interface EvidenceOfBuild {
  readonly contract: ContractName;
  /** Undefined where only the compiler's input is known: then nothing was compiled that could be compared. */
  readonly compiled: CompiledContract | undefined;
  readonly compilation: Build;
  readonly expected: ExpectedMatch;
}
