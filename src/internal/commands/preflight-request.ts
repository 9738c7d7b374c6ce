import type { PreflightEvent } from "../pipeline/preflight/request.ts";

/** Which contracts to look at before they are deployed, and how. */
export interface PreflightRequest {
  /** `Name` or `path/to/File.sol:Name`. @default all below the project's folder of sources that have code */
  readonly contracts?: readonly string[] | undefined;
  /** Path of a build-info, or of a folder with artifacts or build-infos. @default this project's artifacts */
  readonly buildInfo?: string | undefined;
  /** With `exact_match`, what only prevents an exact match is an error. @default `minMatch` of the configuration, "match" without one */
  readonly minMatch?: "match" | "exact_match" | undefined;
  /** Compile what would be submitted, by compilers of this computer, instead of predicting. @default false */
  readonly compile?: boolean | undefined;
  /** Ends it: the report then has an error and exit code 3. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each event of the run. */
  readonly onProgress?: ((event: PreflightEvent) => void) | undefined;
}
