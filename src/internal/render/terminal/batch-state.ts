import type { ContractReport } from "../../report/model.ts";
import type { BatchContract, BatchEvent } from "../../report/progress.ts";
import { type Activity, initialActivity, nextActivity } from "./waiting.ts";

export interface RunningContract {
  readonly index: number;
  readonly startedMs: number;
  readonly doing: Activity;
}

/** Times use the clock of the caller that applies the events. */
export interface BatchState {
  readonly contracts: readonly BatchContract[];
  /** In start order. */
  readonly running: readonly RunningContract[];
  readonly ended: readonly { readonly index: number; readonly report: ContractReport }[];
  readonly slowedDown: { readonly host: string; readonly untilMs: number } | undefined;
}

export const BEFORE_BATCH: BatchState = {
  contracts: [],
  running: [],
  ended: [],
  slowedDown: undefined,
};

export function afterEvent(state: BatchState, event: BatchEvent, nowMs: number): BatchState {
  switch (event.type) {
    case "batch":
      return { ...BEFORE_BATCH, contracts: event.contracts };
    case "started": {
      const started = { index: event.index, startedMs: nowMs, doing: initialActivity(nowMs) };
      // The implementation of a proxy is added after the planned contracts.
      const contracts = [...state.contracts];
      contracts[event.index] ??= event.contract;
      return { ...state, contracts, running: [...removeRunning(state, event.index), started] };
    }
    case "progress":
      return {
        ...state,
        running: state.running.map((each) =>
          each.index === event.index
            ? { ...each, doing: nextActivity(each.doing, event.event, nowMs) }
            : each,
        ),
      };
    case "ended":
      return {
        ...state,
        running: removeRunning(state, event.index),
        ended: [...state.ended, event],
      };
    case "tried-again":
      return { ...state, ended: state.ended.filter(({ index }) => !event.indexes.includes(index)) };
    case "slowed-down":
      return { ...state, slowedDown: { host: event.host, untilMs: nowMs + event.waitMs } };
    case "no-journal":
    case "related":
    case "local-services":
      return state;
  }
}

function removeRunning({ running }: BatchState, index: number): readonly RunningContract[] {
  return running.filter((each) => each.index !== index);
}
