import type { ContractReport } from "./model.ts";
import type { BatchContract, BatchEvent, ProgressEvent } from "./progress.ts";

/** A contract that is being looked at. */
export interface RunningContract {
  readonly index: number;
  readonly startedMs: number;
  /** Undefined before its first event. */
  readonly event: ProgressEvent | undefined;
  /** Since when events of this type come. */
  readonly sinceMs: number;
}

/** How far a run over deployments is. Times are those of whoever applies the events. */
export interface BatchState {
  readonly contracts: readonly BatchContract[];
  /** In the order in which they began. */
  readonly running: readonly RunningContract[];
  /** With their places among the contracts. */
  readonly ended: readonly { readonly index: number; readonly report: ContractReport }[];
  readonly slowedDown: { readonly host: string; readonly untilMs: number } | undefined;
}

export const BEFORE_BATCH: BatchState = {
  contracts: [],
  running: [],
  ended: [],
  slowedDown: undefined,
};

/** The state after an event. */
export function afterEvent(state: BatchState, event: BatchEvent, nowMs: number): BatchState {
  switch (event.type) {
    case "batch":
      return { ...BEFORE_BATCH, contracts: event.contracts };
    case "started": {
      const started = { index: event.index, startedMs: nowMs, event: undefined, sinceMs: nowMs };
      // The implementation of a proxy comes after the planned contracts.
      const contracts = [...state.contracts];
      contracts[event.index] ??= event.contract;
      return { ...state, contracts, running: [...without(state, event.index), started] };
    }
    case "progress":
      return {
        ...state,
        running: state.running.map((each) =>
          each.index === event.index ? afterProgress(each, event.event, nowMs) : each,
        ),
      };
    case "ended":
      return {
        ...state,
        running: without(state, event.index),
        ended: [...state.ended, event],
      };
    case "tried-again":
      return { ...state, ended: state.ended.filter(({ index }) => !event.indexes.includes(index)) };
    case "slowed-down":
      return { ...state, slowedDown: { host: event.host, untilMs: nowMs + event.waitMs } };
    case "no-journal":
    case "related":
    case "local-services":
    case "unknown-profile":
      return state;
  }
}

/** A job is asked for many times, which is one wait. */
function afterProgress(running: RunningContract, event: ProgressEvent, nowMs: number): RunningContract {
  const isSame = waitOf(running.event) === waitOf(event);
  return { ...running, event, sinceMs: isSame ? running.sinceMs : nowMs };
}

const JOB_EVENTS: ReadonlySet<ProgressEvent["type"]> = new Set([
  "submitted",
  "resumed",
  "polling",
  "job-stands-still",
]);

function waitOf(event: ProgressEvent | undefined): string | undefined {
  return event !== undefined && JOB_EVENTS.has(event.type) ? "job" : event?.type;
}

function without({ running }: BatchState, index: number): readonly RunningContract[] {
  return running.filter((each) => each.index !== index);
}
