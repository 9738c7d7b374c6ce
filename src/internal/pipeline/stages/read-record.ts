import { retryUntilPresent } from "../../chain/retry-until-present.ts";
import type { EvidenceOfBuild, JobOfRun, RecordSent } from "../../cross-check/evidence.ts";
import { isWeaker, type Sides } from "../../domain/match.ts";
import { isSourceless } from "../../domain/proxy.ts";
import type { ContractRecord, MatchSummary } from "../../domain/record.ts";
import { changed, writeCommand } from "../../errors/next-step.ts";
import { problem } from "../../errors/problem.ts";
import { otherFormWords } from "../../render/words/match-words.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { ContractField } from "../../services/verification/contract-fields.ts";
import { appearsWithin } from "../../submission/appears-within.ts";
import { Ended, type Run } from "../run.ts";
import { needsRecompiling } from "./needs-recompiling.ts";
import { minimalProxy } from "./no-build.ts";
import { readStored, storedMatch } from "./read-stored.ts";

/** What the checks read. */
const FIELDS = [
  "creationBytecode",
  "runtimeBytecode",
  "deployment",
  "sources",
  "compilation",
  "abi",
  "metadata",
  "storageLayout",
  "signatures",
  "proxyResolution",
] as const satisfies readonly ContractField[];

/** A record, and when the service sent it. */
export interface RecordRead {
  readonly record: ContractRecord;
  readonly sent: RecordSent | undefined;
}

/**
 * Record: what the service has stored, whoever submitted it.
 *
 * @param job What the job of this run found. A weaker record is read again, because a service can lag.
 */
export async function readRecord(run: Run, address: string, job: JobOfRun | undefined): Promise<RecordRead> {
  const read = await ask(run, address, run.request.recompile);
  if (read === undefined) {
    const facts = [["Verification id", run.draft.verificationId ?? undefined]] as const;
    throw new Ended("unavailable", problem("VC411", { facts, next: run.command() }));
  }
  const isLagging = job !== undefined && isWeaker(read.record, job.match);
  const again =
    isLagging && (await catchesUp(run, address, job.match))
      ? await ask(run, address, run.request.recompile)
      : undefined;
  return noted(run, address, again ?? read);
}

/** What was stored before the run. */
export interface Earlier {
  readonly stored: ContractRecord | undefined;
  /** The answer, where it may be all that the checks read. */
  readonly whole: { readonly read: RecordRead | undefined; readonly hasInput: boolean } | undefined;
}

/**
 * Reads the stored match, and the record of a contract that is only checked, as a whole: nothing is submitted that could
 * change it, so one request does. If it can't be understood, its matches are read alone, and the record again when its turn
 * comes: then more is known to report with the failure.
 *
 * @param hasBuilds Without any, the record's own input is compiled.
 */
export async function readEarlier(run: Run, address: string, hasBuilds: boolean): Promise<Earlier> {
  if (run.request.action === "verify") return { stored: await readStored(run, address), whole: undefined };
  const hasInput = run.request.recompile || run.request.readsInput === true || !hasBuilds;
  try {
    const read = await ask(run, address, hasInput);
    run.draft.previousMatch = read === undefined ? null : storedMatch(read.record);
    run.draft.match = run.draft.previousMatch;
    return { stored: read?.record, whole: { read, hasInput } };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== "unusable") throw error;
    return { stored: await readStored(run, address), whole: undefined };
  }
}

/** Record of a contract that is only to be checked: without one it is not verified. */
export async function readRecordToCheck(
  run: Run,
  address: string,
  build: EvidenceOfBuild | undefined,
  { whole }: Earlier,
): Promise<RecordRead> {
  const needsInput = needsRecompiling(run, { build });
  const isEnough = whole !== undefined && (whole.hasInput || !needsInput || whole.read === undefined);
  const read = isEnough ? whole.read : await ask(run, address, needsInput);
  if (read === undefined) {
    const { chainId } = run.ports;
    const { proxy } = run.draft;
    const isClone = proxy !== null && isSourceless(proxy.kind) && proxy.kind !== "EIP-7702";
    if (isClone && proxy.implementation !== null) throw minimalProxy(run, address, proxy.implementation);
    throw new Ended(
      "mismatch",
      problem("VC414", {
        values: { address, chainId },
        facts: [
          ["Asked", run.verification().url],
          ["On record", run.draft.otherForm && otherFormWords(run.draft.otherForm)],
        ],
        likely:
          run.draft.otherForm === undefined
            ? undefined
            : "it was submitted under its long-zero address, and explorers look up the other one",
        next: verifyCommand(run),
      }),
    );
  }
  return noted(run, address, read);
}

/** Asked again only after a job that ended well: then it must be there. */
function ask(run: Run, address: string, isRecompiled: boolean): Promise<RecordRead | undefined> {
  const { chainId, appearAttempts, clock, signal, onProgress } = run.ports;
  const verification = run.verification();
  onProgress({ type: "reading-record" });
  const { action, buildSource, readsInput = false } = run.request;
  const needsInput = isRecompiled || readsInput || buildSource.kind === "standard-json-input";
  const fields = needsInput ? ([...FIELDS, "stdJsonInput", "userdoc", "devdoc"] as const) : FIELDS;
  const read = async (): Promise<RecordRead | undefined> => {
    let sent: RecordSent | undefined;
    const onDate = (at: Date) => {
      sent = { at, afterMs: run.elapsedAtMostMs() };
    };
    const record = await verification.contract(chainId, address, { fields, signal, onDate });
    return record && { record, sent };
  };
  return retryUntilPresent(read, action === "check" ? 1 : appearAttempts + 1, signal, clock.wait);
}

function noted(run: Run, address: string, read: RecordRead): RecordRead {
  noteRecord(run, address, read.record);
  return read;
}

/** Adds the stored match to the draft, and where a person finds the record. */
export function noteRecord(run: Run, address: string, record: MatchSummary): void {
  const { chainId, browserUrl } = run.ports;
  run.draft.match = storedMatch(record);
  const links = [{ label: "record", url: run.verification().recordUrl(chainId, address) }];
  if (browserUrl !== undefined) links.push({ label: "sources", url: `${browserUrl}/${chainId}/${address}` });
  run.draft.links = links;
}

/** What would verify it, with the options that verifying takes. */
function verifyCommand(run: Run): string {
  const line = changed(run.commandLine(), [], ["--recompile", "--require"]);
  return writeCommand(run.ports.words, { ...line, subcommand: undefined });
}

/** For a run without a deadline. */
const LOOK_FOR_MS = 10_000;
/** The cross-check needs some of the time that is left. */
const KEPT_SHARE = 0.2;
const MOST_KEPT_MS = 15_000;

/**
 * Waits until the record is no longer weaker than the match that a job found: a service can answer from a copy that lags.
 * Asks for the matches alone.
 *
 * @returns Whether it caught up before the deadline.
 */
async function catchesUp(run: Run, address: string, match: Sides): Promise<boolean> {
  const { chainId, clock, polling, signal, onProgress } = run.ports;
  const mostMs = lookForMs(run);
  const isCaughtUp = async (): Promise<boolean> => {
    const record = await run.verification().contract(chainId, address, { signal });
    return record !== undefined && !isWeaker(record, match);
  };
  onProgress({ type: "waiting-for-record" });
  // Without an answer, the record that was read decides.
  return await appearsWithin(mostMs, isCaughtUp, { ...polling, clock }, signal);
}

function lookForMs({ ports: { leftMs, polling } }: Run): number {
  if (leftMs === undefined) return polling.lookForMs ?? LOOK_FOR_MS;
  const left = leftMs();
  return Math.max(0, left - Math.min(MOST_KEPT_MS, left * KEPT_SHARE));
}
