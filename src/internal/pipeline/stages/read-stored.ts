import type { ContractRecord, MatchSummary } from "../../domain/record.ts";
import type { StoredMatch } from "../../report/model.ts";
import { limitedSignal } from "../../services/http/limited-signal.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { Run } from "../run.ts";

/** Already there? The stored match, and the creating transaction that the record names. */
export async function readStored(run: Run, address: string): Promise<ContractRecord | undefined> {
  const { chainId } = run.ports;
  if (run.request.dryRun && run.ports.verification === undefined) {
    run.draft.storedUnknown = `no verification service is configured for chain ${chainId}`;
    return undefined;
  }
  const verification = run.verification();
  run.ports.onProgress({ type: "reading", what: "stored" });
  const isGiven = run.request.buildSource.kind === "standard-json-input";
  // A given input has no compiled code, so only the record's input shows whether it was verified with this one.
  const fields = isGiven
    ? (["deployment", "stdJsonInput", "compilation"] as const)
    : (["deployment"] as const);
  const read = (signal: AbortSignal) => verification.contract(chainId, address, { fields, signal });
  const stored: ContractRecord | undefined = run.request.dryRun
    ? await orUnknown(run, read)
    : await read(run.ports.signal);
  run.draft.previousMatch = stored === undefined ? null : storedMatch(stored);
  run.draft.match = run.draft.previousMatch;
  return stored;
}

/** Milliseconds that a run waits for it that sends nothing. */
const DRY_RUN_LIMIT_MS = 10_000;

/** A dry run needs no service: without it, what is stored is not known, and the rest is. */
async function orUnknown(
  run: Run,
  read: (signal: AbortSignal) => Promise<ContractRecord | undefined>,
): Promise<ContractRecord | undefined> {
  const { signal } = run.ports;
  using limit = limitedSignal(signal, DRY_RUN_LIMIT_MS, () => new Error("no answer in time"));
  try {
    return await read(limit.signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || signal.aborted) throw error;
    const reason = limit.signal.aborted ? `no answer within ${DRY_RUN_LIMIT_MS / 1000} s` : error.reason;
    run.draft.storedUnknown = `${run.verification().url} was asked: ${reason}`;
    return undefined;
  }
}

/** A match as the report shows it. */
export function storedMatch(summary: MatchSummary): StoredMatch {
  return {
    match: summary.match,
    creationMatch: summary.creationMatch ?? null,
    ...(summary.creationMatch === undefined ? { creationNotGiven: true } : {}),
    runtimeMatch: summary.runtimeMatch ?? null,
    verifiedAt: summary.verifiedAt ?? null,
    matchId: summary.matchId ?? null,
  };
}
