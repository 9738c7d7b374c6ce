/** When a request is tried again, and how long it waits before that. */
export interface RetryOptions {
  /** How often a request is tried in all, the first time included. @default 5 */
  readonly attempts: number;
  /** Milliseconds before the second try, before jitter; doubled for each further one. @default 500 */
  readonly minDelayMs: number;
  /** The longest wait in milliseconds that is chosen here. @default 8000 */
  readonly maxDelayMs: number;
  /** The longest wait in milliseconds that a Retry-After header can ask for. @default 30000 */
  readonly maxRetryAfterMs: number;
}

export const DEFAULT_RETRY: RetryOptions = {
  attempts: 5,
  minDelayMs: 500,
  maxDelayMs: 8000,
  maxRetryAfterMs: 30_000,
};

/**
 * Milliseconds to wait after the try number `attempt` (from 1) failed.
 *
 * A Retry-After is authoritative up to its cap, plus a little, so that clients with the same Retry-After don't return at
 * the same time. Otherwise the wait doubles, and half of it is random.
 *
 * @param random From 0 to 1.
 */
export function retryDelayMs(
  attempt: number,
  options: RetryOptions,
  retryAfterMs: number | undefined,
  random: number,
): number {
  if (retryAfterMs !== undefined) {
    const spread = (random * options.minDelayMs) / 2;
    return Math.round(Math.min(options.maxRetryAfterMs, retryAfterMs + spread));
  }
  const full = Math.min(options.maxDelayMs, options.minDelayMs * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
}
