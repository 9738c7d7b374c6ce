import type { ServiceError } from "../service-error.ts";

/** What is known of whether a host answers. All times are milliseconds of one clock that does not jump. */
export interface HostState {
  /** When it last answered; -Infinity when it never did. */
  readonly answeredAtMs: number;
  /** Undefined while it may be asked. */
  readonly dead: DeadHost | undefined;
}

/** A host that did not answer. */
export interface DeadHost {
  /** Why it is held for dead, in a few words. */
  readonly reason: string;
  readonly foundAtMs: number;
  /** When it was last tried. */
  readonly triedAtMs: number;
}

export const NEVER_ASKED: HostState = { answeredAtMs: -Infinity, dead: undefined };

/** A dead host is tried again so often while a run goes on. */
const PROBE_EVERY_MS = 5000;
/** A host that has answered before may be slow for so long. */
const SLOW_MS = 10_000;
/** One that has never answered is not merely slow. */
const NEVER_ANSWERED_MS = 1000;

/** What stands before a service that is not there answers with these. */
const GATEWAY_STATUSES: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

export function afterAnswer(nowMs: number): HostState {
  return { answeredAtMs: nowMs, dead: undefined };
}

export function afterDeath(state: HostState, reason: string, nowMs: number): HostState {
  return { ...state, dead: { reason, foundAtMs: nowMs, triedAtMs: nowMs } };
}

export function afterProbe(state: HostState, nowMs: number): HostState {
  return state.dead === undefined ? state : { ...state, dead: { ...state.dead, triedAtMs: nowMs } };
}

/** Whether a dead host is to be tried before another request is told that it is dead. */
export function isProbeDue({ triedAtMs }: DeadHost, nowMs: number): boolean {
  return nowMs - triedAtMs >= PROBE_EVERY_MS;
}

/** Whether an answer is one of a host that is there, and not of what stands before it. */
export function isOfLivingHost(error: ServiceError | undefined): boolean {
  if (error === undefined) return true;
  return error.kind !== "unreachable" && error.kind !== "timeout" && !GATEWAY_STATUSES.has(error.status);
}

/** A call that failed. */
export interface FailedCall {
  readonly error: ServiceError;
  readonly startedAtMs: number;
  /** How often it was sent. */
  readonly tries: number;
  /** Whether that is as often as it may be. */
  readonly isExhausted: boolean;
}

/**
 * Whether a host that may be asked is dead, and not only this request unlucky: all its tries failed, or its time ran out, and nobody
 * else got an answer meanwhile.
 */
export function showsDeath(
  { answeredAtMs, dead }: HostState,
  { error, startedAtMs, tries, isExhausted }: FailedCall,
  nowMs: number,
): boolean {
  if (dead !== undefined || tries === 0 || answeredAtMs >= startedAtMs) return false;
  switch (error.kind) {
    case "unreachable":
    case "timeout":
      return isExhausted;
    case "server-error":
      return isExhausted && GATEWAY_STATUSES.has(error.status);
    case "aborted":
      return nowMs - startedAtMs >= (answeredAtMs === -Infinity ? NEVER_ANSWERED_MS : SLOW_MS);
    case "busy":
    case "refused":
    case "unusable":
      return false;
  }
}
