import type { QueryContract } from "../services/query/model.ts";
import type { ServiceError } from "../services/service-error.ts";

/** What the chain says about a contract. Everything else is compared with it. */
export interface DeploymentFacts {
  readonly chainId: number;
  /** Checksummed. */
  readonly address: string;
  /** eth_getCode, 0x-hex. */
  readonly runtimeBytecode: string;
  /** The block after which code and storage are read; undefined where the node refuses block numbers. */
  readonly blockNumber: number | undefined;
  /** undefined when the creating transaction is unknown. */
  readonly creation: CreationFacts | undefined;
}

/** The creating transaction, read from the chain. */
export interface CreationFacts {
  /** Lower case. */
  readonly transactionHash: string;
  readonly knownFrom: "option" | "deployment" | "record" | "chain";
  /** Lower case. */
  readonly deployer: string;
  readonly blockNumber: number;
  readonly transactionIndex: number;
  /** Timestamp of its block, in seconds since 1970; undefined where the node does not say. */
  readonly timestampS: number | undefined;
  /**
   * The transaction's input, 0x-hex: creation code and constructor arguments. undefined for a contract that another
   * contract created (its init code exists only during execution) or that was created from a Hedera file.
   */
  readonly creationBytecode: string | undefined;
}

/** What the query service says about a contract, or why it says nothing. */
export type QueryKnowledge =
  | { readonly state: "known"; readonly contract: QueryContract }
  | { readonly state: "not-configured" }
  | { readonly state: "not-found" }
  | { readonly state: "unavailable"; readonly reason: string; readonly error: ServiceError };
