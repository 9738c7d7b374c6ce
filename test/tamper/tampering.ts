import type { DeploymentFacts } from "../../src/internal/chain/deployment-facts.ts";
import type { Answers } from "./bases/base.ts";

/** What one tampering may change: its own copies. */
export interface World extends Answers {
  readonly facts: { -readonly [Name in keyof DeploymentFacts]: DeploymentFacts[Name] };
}

/** One lie. */
export interface Tampering {
  /** What is changed, and how: unique in its base. */
  readonly name: string;
  /** Checks of which at least one has to see it. */
  readonly expected: readonly string[];
  readonly apply: (world: World) => void;
}
