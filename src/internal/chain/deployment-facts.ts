import type { QueryContract } from "../services/query/model.ts";
import type { ServiceError } from "../services/service-error.ts";

/** What the chain knows of a contract; the basis that everything else is compared with. */
export interface DeploymentFacts {
  readonly chainId: number;
  /** Checksummed. */
  readonly address: string;
  /** eth_getCode, 0x-hex. */
  readonly runtimeBytecode: string;
  /** After which block the code was read, and all else of the contract is; undefined where the node refuses numbers. */
  readonly blockNumber: number | undefined;
  /** Undefined when nobody knows the creating transaction. */
  readonly creation: CreationFacts | undefined;
}

/** The creating transaction, as the chain has it. */
export interface CreationFacts {
  /** Lower case. */
  readonly transactionHash: string;
  readonly knownFrom: "option" | "deployment" | "record" | "chain";
  /** Lower case. */
  readonly deployer: string;
  readonly blockNumber: number;
  readonly transactionIndex: number;
  /** When its block was made, in seconds since 1970; undefined where the node does not say. */
  readonly timestampS: number | undefined;
  /**
   * The transaction's input, 0x-hex: creation code and constructor arguments. Undefined when another contract
   * created this one, because the creation code is then inside the execution, and when it was created from a file.
   */
  readonly creationBytecode: string | undefined;
}

/** What the query service says, or why it says nothing. */
export type QueryKnowledge =
  | { readonly state: "known"; readonly contract: QueryContract }
  | { readonly state: "not-configured" }
  | { readonly state: "not-found" }
  | { readonly state: "unavailable"; readonly reason: string; readonly error: ServiceError };
