import type { FoundryInputs } from "../foundry-inputs.ts";

/** A JSON file of one contract, as some tool wrote it. */
export interface ContractFile {
  /** Absolute path. */
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** For all files of one reading. */
  readonly foundryInputs: FoundryInputs;
}
