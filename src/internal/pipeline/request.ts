import type { Requirement } from "../match/match-order.ts";
import type { SourcesMode } from "../submission/plan-submission.ts";
import type { Target } from "../target/parse-target.ts";

/** What to do, checked and with its defaults; what the user wrote is turned into this at the border. */
export interface VerifyRequest {
  readonly target: Target;
  /** Narrows the candidates: `Name` or `path/to/File.sol:Name`. */
  readonly contract: string | undefined;
  /** Lower case. */
  readonly creationTransactionHash: string | undefined;
  /** Absolute path of the build files. */
  readonly buildLocation: string;
  readonly projectRoot: string;
  readonly sources: SourcesMode;
  readonly requirement: Requirement;
  readonly force: boolean;
  readonly dryRun: boolean;
}
