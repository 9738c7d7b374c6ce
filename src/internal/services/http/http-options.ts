import type { ServiceError, ServiceName } from "../service-error.ts";
import type { HostBreaker } from "./host-breaker.ts";
import type { HostPace, SlowDownInfo } from "./host-pace.ts";
import type { RetryOptions } from "./retry-delay.ts";
import type { Transport } from "./transport.ts";

/** The event before each wait for another attempt. */
export interface RetryInfo {
  readonly service: ServiceName;
  readonly method: string;
  /** Without credentials. */
  readonly url: string;
  /** The number of the try that failed, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next one. */
  readonly delayMs: number;
  readonly error: ServiceError;
}

/** Where a service is, and the limits of requests to it. */
export interface HttpOptions {
  /** Base URL, http or https, with or without a trailing slash; credentials in it become an Authorization header. */
  readonly url: string;
  readonly service: ServiceName;
  /** Sent with each request. Never printed, never sent to another origin. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds for one try, from connecting to the last byte of the answer, headers and body; what carries a body
   * gets a second more for each 64 KiB of it, so that a slow line is no failure. @default 30000
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Milliseconds for one call, with all its tries and the waits between them. @default 300000 */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds for making a connection. @default 10000 */
  readonly connectTimeoutMs?: number | undefined;
  /** The largest answer that is read, in bytes after decompression. @default 67108864 (64 MiB) */
  readonly maxResponseBytes?: number | undefined;
  /** When and how often a request is tried again; what is left out keeps its default. */
  readonly retry?: Partial<RetryOptions> | undefined;
  /** Receives each failed attempt that another one follows. */
  readonly onRetry?: ((info: RetryInfo) => void) | undefined;
  /**
   * Shared by the clients of one host. A 429 to any of them pauses and then slows all of them. It counts as a failed
   * attempt only while the host serves no request, once in twice `maxDelayMs`. @default none: each request waits for itself
   */
  readonly pace?: HostPace | undefined;
  /** Receives each pause that an answer to this client began, once. Needs a `pace`. */
  readonly onSlowDown?: ((info: SlowDownInfo) => void) | undefined;
  /** Errors name only the origin, because the path is a secret. @default false */
  readonly hidesPath?: boolean | undefined;
  /**
   * Shared by the clients of one host during a run: after all attempts of one call failed, the calls of all of them fail
   * at once until the host answers again. @default none: each call tries for itself
   */
  readonly breaker?: HostBreaker | undefined;
  /** @default `hardhat-verify-contract/<version>` */
  readonly userAgent?: string | undefined;
  /** Sees each request and its answer, or answers itself. @default none */
  readonly through?: ((transport: Transport) => Transport) | undefined;
}

/** Options of each call of a service. */
export interface CallOptions {
  /** Ends the request, also during a wait between two attempts. */
  readonly signal?: AbortSignal | undefined;
}
