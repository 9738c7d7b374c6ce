import type { ImmutableReferences, LinkReferences } from "./code-template.ts";
import type { StandardJsonInput } from "./compiler-input.ts";

export type { CodeRange, ImmutableReferences, LinkReferences } from "./code-template.ts";
export type { StandardJsonInput } from "./compiler-input.ts";

/** The match of one side, as reported by a verification service. `exact_match` also covers the metadata hash. */
export type Match = "match" | "exact_match";

/** `null`: the side didn't match. Missing: the service doesn't return it, or never computes it. */
export interface MatchSummary {
  /** The better of the two sides. */
  readonly match: Match | null;
  readonly creationMatch?: Match | null;
  readonly runtimeMatch?: Match | null;
  /** Decimal digits. */
  readonly chainId?: string;
  /** 0x and 40 hex digits, checksummed or not. */
  readonly address?: string;
  /** ISO 8601; ambiguous without an offset. Doesn't change if a match is upgraded. */
  readonly verifiedAt?: string;
  readonly matchId?: string;
}

/** The body of `POST /v2/verify/{chainId}/{address}`. */
export interface Submission {
  readonly stdJsonInput: StandardJsonInput;
  /** The long version, `0.8.28+commit.7893614a`. A short version makes the job fail with `compiler_error`. */
  readonly compilerVersion: string;
  /** `path/to/File.sol:Name`, with the path in the input. */
  readonly contractIdentifier: string;
  /** Lowercase hash of the creating transaction, if known. */
  readonly creationTransactionHash?: string;
}

/** The reason for a failed job. `customCode` is open-ended: unknown values are kept. */
export interface JobError {
  readonly customCode: string;
  readonly message: string;
  readonly errorId?: string;
  readonly recompiledCreationCode?: string;
  readonly recompiledRuntimeCode?: string;
  readonly onchainCreationCode?: string;
  readonly onchainRuntimeCode?: string;
  readonly creationTransactionHash?: string;
  /** The compiler's formatted errors, without control characters. */
  readonly compilerErrors?: readonly string[];
  /** Set instead of compiler errors if the compiler couldn't be used. Contains no control characters. */
  readonly compilerErrorMessage?: string;
}

/** A service to which a verification service forwards submissions. */
export type ForwardedTo = "etherscan" | "blockscout" | "routescan";

/**
 * Another service's response, as reported by the verification service. `accepted` doesn't mean verified: the other
 * service only received the submission. `already-verified` and `not-accepted` are its final answers.
 */
export interface Forwarded {
  readonly to: ForwardedTo;
  readonly state: "accepted" | "already-verified" | "not-accepted";
  /** The other service's ID for the submission. */
  readonly verificationId?: string;
  /** The other service's reason for not accepting the submission, without control characters. */
  readonly reason?: string;
  /** The contract's web page. All URLs in this response use https and contain no credentials or fragment. */
  readonly explorerUrl?: string;
  /** The API URL that returns the submission's status. */
  readonly statusUrl?: string;
  /** The API URL that returns the contract's ABI once the contract is verified there. */
  readonly contractApiUrl?: string;
}

/** `GET /v2/verify/{verificationId}`. */
export type Job =
  | {
      readonly state: "pending";
      readonly verificationId: string;
      /** Missing if the service returns it only with a match. */
      readonly contract?: Partial<MatchSummary>;
      /** From the Retry-After header, in milliseconds. */
      readonly retryAfterMs?: number;
    }
  | {
      readonly state: "matched";
      readonly verificationId: string;
      readonly contract: MatchSummary;
      /** The time when the job ended, by the service's clock. Missing if the service doesn't report it. */
      readonly finishedAt?: Date;
      /** The service's compilation time, in milliseconds. */
      readonly compilationTimeMs?: number;
      /** So far: other services may respond after the job ends. Missing if there are none. */
      readonly forwarded?: readonly Forwarded[];
    }
  | {
      readonly state: "failed";
      readonly verificationId: string;
      /** Missing if the service returns it only with a match. */
      readonly contract?: Partial<MatchSummary>;
      /** The time when the job ended, by the service's clock. Missing if the service doesn't report it. */
      readonly finishedAt?: Date;
      readonly error: JobError;
    };

/** One step from recompiled code to on-chain code. Unknown types and reasons are kept. */
export interface Transformation {
  readonly type: string;
  readonly reason: string;
  /** Bytes from the start of the recompiled code. */
  readonly offset: number;
  readonly id?: string;
  readonly length?: number;
}

export interface TransformationValues {
  readonly libraries?: Readonly<Record<string, string>>;
  readonly constructorArguments?: string;
  readonly cborAuxdata?: Readonly<Record<string, string>>;
  readonly immutables?: Readonly<Record<string, string>>;
  readonly callProtection?: string;
}

export interface BytecodeRecord {
  /** 0x-prefixed hex. Null if the service doesn't have it. */
  readonly onchainBytecode: string | null;
  readonly recompiledBytecode: string | null;
  /** A string for Solidity; can be an object for Vyper. */
  readonly sourceMap?: string | Readonly<Record<string, unknown>> | null;
  readonly linkReferences?: LinkReferences | null;
  readonly cborAuxdata?: Readonly<Record<string, { readonly value: string; readonly offset: number }>> | null;
  readonly transformations?: readonly Transformation[] | null;
  readonly transformationValues?: TransformationValues | null;
}

export interface RuntimeBytecodeRecord extends BytecodeRecord {
  /** Keyed by AST IDs, which can come from another submission, so references must be compared by offset. */
  readonly immutableReferences?: ImmutableReferences | null;
}

export interface DeploymentRecord {
  readonly transactionHash: string | null;
  /** Decimal digits. */
  readonly blockNumber: string | null;
  /** Decimal digits. */
  readonly transactionIndex: string | null;
  readonly deployer: string | null;
}

export interface CompilationRecord {
  readonly language?: string;
  readonly compiler?: string;
  /** Without a leading `v`. */
  readonly compilerVersion?: string;
  readonly compilerSettings?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  /** `path:Name`. Missing if the service returns only the name. */
  readonly fullyQualifiedName?: string;
}

export interface SignatureRecord {
  readonly signature: string;
  /** keccak256 of the signature, 32 bytes. */
  readonly signatureHash32: string;
  /** The first 4 bytes of the hash. */
  readonly signatureHash4: string;
}

/** A storage variable, as described by solc. */
export interface StorageVariable {
  readonly astId?: number;
  readonly contract?: string;
  readonly label: string;
  /** Bytes from the low-order end of the slot. */
  readonly offset: number;
  /** Decimal digits. */
  readonly slot: string;
  /** A key in `types`. */
  readonly type: string;
}

export interface StorageType {
  readonly encoding?: string;
  readonly label: string;
  /** Decimal digits. */
  readonly numberOfBytes: string;
  readonly base?: string;
  readonly key?: string;
  readonly value?: string;
  readonly members?: readonly StorageVariable[];
}

/** solc's `storageLayout` and `transientStorageLayout`. */
export interface SolidityStorageLayout {
  readonly storage: readonly StorageVariable[];
  /** Null if there are no variables. */
  readonly types: Readonly<Record<string, StorageType>> | null;
}

/** Vyper's layout, by variable name. */
export type VyperStorageLayout = Readonly<
  Record<string, { readonly type: string; readonly slot: number; readonly n_slots?: number }>
>;

/** A layout is from Solidity if `Array.isArray(layout.storage)`. */
export type StorageLayout = SolidityStorageLayout | VyperStorageLayout;

export type SourceFiles = Readonly<Record<string, { readonly content: string }>>;

export interface StoredOutput {
  readonly sources: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
  readonly contracts: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
}

export interface ProxyResolution {
  readonly isProxy: boolean;
  readonly proxyType: string | null;
  readonly implementations: readonly { readonly address: string; readonly name?: string }[];
}

/** The parts of solc's metadata that are compared. Unknown keys are kept. */
export interface ContractMetadata {
  readonly compiler?: { readonly version?: string };
  readonly language?: string;
  readonly settings?: Readonly<Record<string, unknown>> & {
    readonly compilationTarget?: Readonly<Record<string, string>>;
  };
  readonly sources?: Readonly<Record<string, { readonly keccak256?: string; readonly content?: string }>>;
  readonly [key: string]: unknown;
}

export interface ContractFields {
  readonly creationBytecode: BytecodeRecord;
  readonly runtimeBytecode: RuntimeBytecodeRecord;
  readonly deployment: DeploymentRecord;
  readonly sources: SourceFiles;
  readonly compilation: CompilationRecord;
  readonly abi: readonly Readonly<Record<string, unknown>>[];
  readonly metadata: ContractMetadata;
  readonly storageLayout: StorageLayout;
  readonly transientStorageLayout: StorageLayout;
  readonly userdoc: Readonly<Record<string, unknown>>;
  readonly devdoc: Readonly<Record<string, unknown>>;
  /** Null if the service doesn't number sources, for example because it returns hashes instead. */
  readonly sourceIds: Readonly<Record<string, { readonly id: number }>>;
  /** The compiler input's keys besides sources and settings, such as Vyper's `storage_layout_overrides`. */
  readonly additionalInput: Readonly<Record<string, unknown>>;
  /** Unknown keys are kept. */
  readonly stdJsonInput: StandardJsonInput;
  readonly stdJsonOutput: StoredOutput;
  /** Signatures by kind. A kind is null if the service doesn't return its signatures. */
  readonly signatures: Readonly<Record<"function" | "event" | "error", readonly SignatureRecord[] | null>>;
  readonly proxyResolution: ProxyResolution;
}

/** `GET /v2/contract/{chainId}/{address}`. Requested fields are present, and null if the service has no value. */
export type ContractRecord = MatchSummary & {
  readonly [Name in keyof ContractFields]?: ContractFields[Name] | null;
};
