import type { BuildReader } from "../builds/build-cache.ts";
import type { ChainPort } from "../chain/chain-port.ts";
import type { Clock } from "../domain/clock.ts";
import { explainNotPublic, isDevelopmentChain } from "../domain/development-chain.ts";
import type { Explorer } from "../domain/explorer.ts";
import type { HostWords } from "../errors/host-words.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { ProgressEvent } from "../report/progress.ts";
import type { ExplorerSubmission } from "../services/explorers/explorer-service.ts";
import { isLoopback } from "../services/http/urls.ts";
import type { QueryService } from "../services/query/query-service.ts";
import type { ServiceName } from "../services/service-error.ts";
import type { StatusService } from "../services/status/status-service.ts";
import type { VerificationService } from "../services/verification/verification-service.ts";
import type { Compile } from "../solidity/compilers/recompile.ts";
import type { Journal } from "../submission/journal.ts";
import type { PollOptions } from "../submission/pace.ts";

export interface Ports {
  readonly words: HostWords;
  readonly chain: ChainPort;
  readonly chainId: number;
  /** Undefined only in a dry run. */
  readonly verification: VerificationService | undefined;
  /** True if the service forwards verified contracts to explorers. @default unknown */
  readonly forwards?: boolean | undefined;
  /** Base URL of a verified contract's page, to which the chain ID and address are appended. */
  readonly browserUrl: string | undefined;
  readonly explorer?: Explorer | undefined;
  readonly query: QueryService | undefined;
  readonly status: Pick<StatusService, "url" | "summary"> | undefined;
  /** The services whose URLs the user configured. Default URLs are assumed to be correct. */
  readonly configured?: ReadonlySet<ServiceName>;
  /** Settings that identify a witness's operator. @default no node URL, and nothing configured */
  readonly operators?:
    | {
        /** May contain secrets, so the URLs are never shown. `node` is undefined for an in-process chain. */
        readonly urls: {
          readonly node: string | undefined;
          readonly query: string | undefined;
          readonly verification: string | undefined;
        };
        /** Configured operator names, keyed by URL or origin. */
        readonly names: Readonly<Record<string, string>>;
      }
    | undefined;
  /** Lower-case addresses whose creation code may differ from the compiled code, as configured. @default none */
  readonly allowForeignCreation?: ReadonlySet<string>;
  readonly compile: Compile | undefined;
  /** Hashes from deployment records, to be confirmed by the chain. Undefined if the run already uses these records. */
  readonly recordedTransactions?: ((address: string) => Promise<readonly string[]>) | undefined;
  readonly builds: BuildReader;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly polling: PollOptions;
  /** Maximum number of attempts to read data that should soon be available. */
  readonly appearAttempts: number;
  /** Milliseconds to wait for missing code. @default as long as `appearAttempts` attempts take */
  readonly codeWaitMs?: number | undefined;
  /** Milliseconds to wait if the user named a creation transaction less than a minute old. @default `codeWaitMs` */
  readonly freshCodeWaitMs?: number | undefined;
  readonly codeWaitedMs?: number | undefined;
  /** @default {@link LOST_RECORD_MS} */
  readonly lostRecordMs?: (() => number) | undefined;
  /** True if the service stops after the run, so links to its records would break. @default false */
  readonly recordsEnd?: boolean | undefined;
  readonly leftMs?: (() => number) | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent) => void;
  readonly onProven?: ((proven: Proven) => void) | undefined;
  readonly confirm?: ((question: string, signal: AbortSignal) => Promise<boolean>) | undefined;
}

export interface Proven extends ExplorerSubmission {
  readonly runtimeBytecode: string;
  /** Fully qualified names of the libraries whose addresses were added to the settings. */
  readonly addedLibraries: readonly string[];
}

/** Milliseconds for which a stored record may be missing from a replica or a cache. */
export const LOST_RECORD_MS = 60_000;

/** @throws VC109 if no service is configured */
export function requireVerification({ verification, chainId }: Ports): VerificationService {
  if (verification !== undefined) return verification;
  const kind = explainNotPublic(chainId) ?? "which has no default";
  throw new VerifyContractError("VC109", { values: { chainId, kind } });
}

/** True if the configuration accepts contracts created by code other than the build's. */
export function allowsForeignCreation({ allowForeignCreation }: Ports, address: string): boolean {
  return allowForeignCreation?.has(address.toLowerCase()) === true;
}

export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly by: "deadline" | "user";

  constructor(by: "deadline" | "user") {
    super(by === "deadline" ? "the deadline passed" : "stopped by the user");
    this.by = by;
  }
}

/** A local service for a development chain has no replicas or caches that could lag. */
export function keepsNoCopies(url: string | undefined, chainId: number): boolean {
  return isLoopback(url) && isDevelopmentChain(chainId);
}
