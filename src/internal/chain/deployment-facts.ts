import type { QueryContract } from "../services/query/model.ts";
import type { ServiceError } from "../services/service-error.ts";

/** Facts about a contract, read from the chain. All other data is compared with these facts. */
export interface DeploymentFacts {
  readonly chainId: number;
  /** Checksummed. */
  readonly address: string;
  /** Result of eth_getCode, 0x-prefixed hex. */
  readonly runtimeBytecode: string;
  /** The block after which code and storage are read. Undefined if the node rejects block numbers. */
  readonly blockNumber: number | undefined;
  /** Undefined if the creation transaction is unknown. */
  readonly creation: CreationFacts | undefined;
  /** The query service's data, if the service was queried before the creation transaction was read. */
  readonly query?: QueryKnowledge | undefined;
}

export interface CreationFacts {
  /** Lowercase. */
  readonly transactionHash: string;
  readonly knownFrom: "option" | "deployment" | "record" | "query-service" | "chain";
  /** Lowercase. */
  readonly deployer: string;
  readonly blockNumber: number;
  readonly transactionIndex: number;
  /** The block's timestamp, in seconds since 1970. Undefined if the node omits it. */
  readonly timestampS: number | undefined;
  /** True if a signature proves the deployer. If there is no signature, RPC methods may report different senders. */
  readonly isSigned: boolean;
  /** Consensus timestamp of the creation, `seconds.nanoseconds`, if the query service provides it. */
  readonly statedTimestamp: string | undefined;
  /** A verification service finds the creation code only if this input is the init code. */
  readonly input: string;
  readonly initCode: InitCode | undefined;
  /** The contract that created this one, lowercase. Null if an account created it, or if the creator is unknown. */
  readonly factory: string | null;
  /** Explains why the contract may have been recreated later. Undefined if this creation is certainly the last. */
  readonly doubt?: string;
}

/** The executed init code: creation code and constructor arguments. */
export interface InitCode {
  /** 0x-prefixed hex, lowercase. */
  readonly bytecode: string;
  /**
   * `transaction`: it is the input of the signed creation transaction. `create2`: combined with the factory and salt,
   * it produces the address (EIP-1014). `trace`: the node's call trace contains it. `query-service`: only the query
   * service provides it.
   */
  readonly shownBy: "transaction" | "create2" | "trace" | "query-service";
  /**
   * True if the address is derived from the init code (CREATE2), so every creation at the address executes the same
   * code.
   */
  readonly isInAddress?: true;
}

/** A verification service can compare the init code only if it is the creation transaction's input. */
export function isCreationVisible(creation: CreationFacts | undefined): boolean {
  return creation?.initCode !== undefined && creation.initCode.bytecode === creation.input;
}

export type QueryKnowledge =
  | { readonly state: "known"; readonly contract: QueryContract }
  | { readonly state: "not-configured" }
  | { readonly state: "not-found" }
  | { readonly state: "unavailable"; readonly reason: string; readonly error: ServiceError };
