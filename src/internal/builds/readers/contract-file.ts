import type { NamedBuildInfos } from "../build-info-folder.ts";
import type { FoundryInputs } from "../foundry-inputs.ts";

/** What files that are read together share. */
export interface SharedLookups {
  readonly foundryInputs: FoundryInputs;
  readonly namedBuildInfos: NamedBuildInfos;
}

/** A tool's JSON file of one contract. */
export interface ContractFile extends SharedLookups {
  /** Absolute path. */
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
}
