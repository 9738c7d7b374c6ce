import type { StandardJsonInput } from "./compiler-input.ts";
import type { ContractFields } from "./stored-record.ts";

export type { CodeRange, ImmutableReferences, LinkReferences } from "./code-template.ts";
export type { StandardJsonInput } from "./compiler-input.ts";
export type * from "./stored-record.ts";

/** One side's match, as reported by a verification service. `exact_match` also covers the metadata hash. */
export type Match = "match" | "exact_match";

/** `null`: the side didn't match. Missing: the service doesn't return or compute the match. */
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
  /** Lowercase hash of the creation transaction, if known. */
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
 * service only received the submission. `already-verified` and `not-accepted` are its final responses.
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
      /** The responses so far: other services may respond after the job ends. Missing if there are no responses. */
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

/** `GET /v2/contract/{chainId}/{address}`. Requested fields are present, and null if the service has no value. */
export type ContractRecord = MatchSummary & {
  readonly [Name in keyof ContractFields]?: ContractFields[Name] | null;
};
