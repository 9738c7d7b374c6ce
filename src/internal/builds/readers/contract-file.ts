import type { FoundryInputs } from "../foundry-inputs.ts";

/** A tool's JSON file of one contract. */
export interface ContractFile {
  /** Absolute path. */
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Shared by all files that are read together. */
  readonly foundryInputs: FoundryInputs;
}
