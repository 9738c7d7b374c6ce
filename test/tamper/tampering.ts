import type { DeploymentFacts } from "../../src/internal/chain/deployment-facts.ts";
import type { Answers } from "./bases/base.ts";

/** The tampering's own copies. */
export interface World extends Answers {
  readonly facts: { -readonly [Name in keyof DeploymentFacts]: DeploymentFacts[Name] };
}

export interface Tampering {
  /** Path and change; unique in its base. */
  readonly name: string;
  /** At least one of these must notice it. */
  readonly expected: readonly string[];
  readonly apply: (world: World) => void;
}
