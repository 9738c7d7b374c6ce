import type { ServiceError } from "../service-error.ts";

/** Whether a host answers. All times are milliseconds of one monotonic clock. */
export interface HostState {
  /** When it last answered; -Infinity if never. */
  readonly answeredAtMs: number;
  /** Undefined while requests may be sent. */
  readonly dead: DeadHost | undefined;
}

/** A host that did not answer. */
export interface DeadHost {
  /** Why it counts as dead, in a few words. */
  readonly reason: string;
  /** Whether it took connections and gave no answer: each attempt then takes all the time there is. */
  readonly isSilent: boolean;
  readonly foundAtMs: number;
  /** The last attempt. */
  readonly triedAtMs: number;
}

export const NEVER_ASKED: HostState = { answeredAtMs: -Infinity, dead: undefined };

/** The interval of attempts on a dead host during a run. */
const PROBE_EVERY_MS = 5000;
/** How long a host that answered before may be slow. */
const SLOW_MS = 10_000;
/** A host that never answered gets less time. */
const NEVER_ANSWERED_MS = 1000;

/** A gateway in front of a missing service answers with these. */
const GATEWAY_STATUSES: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

export function afterAnswer(nowMs: number): HostState {
  return { answeredAtMs: nowMs, dead: undefined };
}

/** @param error What the call ended with that showed it; a call that its own deadline ended got no answer. */
export function afterDeath(
  state: HostState,
  error: Pick<ServiceError, "kind" | "reason">,
  nowMs: number,
): HostState {
  const reason = error.kind === "aborted" ? "no answer came in time" : error.reason;
  const isSilent = error.kind === "aborted" || error.kind === "timeout";
  return { ...state, dead: { reason, isSilent, foundAtMs: nowMs, triedAtMs: nowMs } };
}

export function afterProbe(state: HostState, nowMs: number): HostState {
  return state.dead === undefined ? state : { ...state, dead: { ...state.dead, triedAtMs: nowMs } };
}

/** Whether to try a dead host before the next request fails. */
export function isProbeDue({ triedAtMs }: DeadHost, nowMs: number): boolean {
  return nowMs - triedAtMs >= PROBE_EVERY_MS;
}

/** Whether the host itself answered, not a gateway in front of it. */
export function isOfLivingHost(error: ServiceError | undefined): boolean {
  if (error === undefined) return true;
  return error.kind !== "unreachable" && error.kind !== "timeout" && !isOfGateway(error);
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
 * Whether a host is dead, and not only this request unlucky: all its attempts failed, or its time ran out, and no other
 * request got an answer meanwhile.
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
      return isExhausted && isOfGateway(error);
    case "aborted":
      return nowMs - startedAtMs >= (answeredAtMs === -Infinity ? NEVER_ANSWERED_MS : SLOW_MS);
    case "busy":
    case "refused":
    case "unusable":
      return false;
  }
}

/** The service's own error body comes from a host that is there, whatever the status. */
function isOfGateway({ status, customCode }: ServiceError): boolean {
  return GATEWAY_STATUSES.has(status) && customCode === undefined;
}
