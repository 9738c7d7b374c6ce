import type { QueryContract } from "../services/query/model.ts";
import type { ServiceError } from "../services/service-error.ts";

/** The chain's facts about a contract, with which everything else is compared. */
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
  /** The query service's answer, where it was asked before the creating transaction was read. */
  readonly query?: QueryKnowledge | undefined;
}

/** The creating transaction, read from the chain. */
export interface CreationFacts {
  /** Lower case. */
  readonly transactionHash: string;
  readonly knownFrom: "option" | "deployment" | "record" | "query-service" | "chain";
  /** Lower case. */
  readonly deployer: string;
  readonly blockNumber: number;
  readonly transactionIndex: number;
  /** Timestamp of its block, in seconds since 1970; undefined where the node does not say. */
  readonly timestampS: number | undefined;
  /** True if a signature proves the deployer. Without one, each method of a node can name another sender. */
  readonly isSigned: boolean;
  /** Consensus timestamp of the creation, `seconds.nanoseconds`, where the query service states the creation. */
  readonly statedTimestamp: string | undefined;
  /** The transaction's input, 0x-hex. Only where it is the init code can a verification service see the creation code. */
  readonly input: string;
  /** undefined where it is not known what was executed. */
  readonly initCode: InitCode | undefined;
  /** The contract that created this one, lower case; null for none, and where it is not known. */
  readonly factory: string | null;
  /**
   * Why the contract may have been destroyed and created anew since, as a clause; absent where this is the creation of
   * what is there now.
   */
  readonly doubt?: string;
}

/** The executed init code: creation code and constructor arguments. */
export interface InitCode {
  /** 0x-hex, lower case. */
  readonly bytecode: string;
  /**
   * `transaction`: the input of a creating transaction with a signature. `create2`: with factory and salt, it gives the
   * address (EIP-1014). `trace`: the node's call trace. `query-service`: its word alone.
   */
  readonly shownBy: "transaction" | "create2" | "trace" | "query-service";
  /** The address was made of it (CREATE2), so that every creation at the address executes it. */
  readonly isInAddress?: true;
}

/** The query service's answer about a contract, or why there is none. */
export type QueryKnowledge =
  | { readonly state: "known"; readonly contract: QueryContract }
  | { readonly state: "not-configured" }
  | { readonly state: "not-found" }
  | { readonly state: "unavailable"; readonly reason: string; readonly error: ServiceError };
