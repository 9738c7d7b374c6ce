import { assert } from "chai";
import {
  afterEvent,
  type BatchState,
  BEFORE_BATCH,
  batchLines,
} from "../../src/internal/render/terminal/batch-screen.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { ContractReport, Report } from "../../src/internal/report/model.ts";
import type { BatchEvent, ProgressEvent } from "../../src/internal/report/progress.ts";
import { JOB_ID } from "./report-parts.ts";

type Batch = Extract<BatchEvent, { type: "batch" }>;

export const POLLING: ProgressEvent = { type: "polling", verificationId: JOB_ID };

/** The first event of a run over these contracts. */
export function begun(contracts: readonly ContractReport[], fields: Partial<Batch> = {}): Batch {
  return {
    type: "batch",
    records: ["ignition/deployments/chain-296"],
    contracts: contracts.map(({ deployments, target }) => ({
      name: deployments[0]?.name ?? "",
      address: target.address ?? target.input,
    })),
    passedOver: [],
    shard: null,
    concurrency: 4,
    ...fields,
  };
}

/** For a contract that the first event lists. */
export function startedAt(index: number): BatchEvent {
  return { type: "started", index, contract: { name: "", address: "" } };
}

export function endedAt({ contracts }: Pick<Report, "contracts">, index: number): BatchEvent {
  return { type: "ended", index, report: contracts[index] ?? assert.fail() };
}

/** A tenth of a second passes with each event. */
export function stateAfter(events: readonly BatchEvent[]): BatchState {
  return events.reduce((state, event, index) => afterEvent(state, event, index * 100), BEFORE_BATCH);
}

/** The lines that a log has after these events. */
export function linesOf(events: readonly BatchEvent[]): readonly string[] {
  let state = BEFORE_BATCH;
  return events.flatMap((event, index) => {
    state = afterEvent(state, event, index);
    return batchLines(event, state, plainStyle) ?? [];
  });
}
