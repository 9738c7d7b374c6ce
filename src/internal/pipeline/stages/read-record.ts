import type { Evidence, EvidenceOfBuild, JobOfRun, RecordSent } from "../../cross-check/evidence.ts";
import { isWeaker, type Sides } from "../../domain/match.ts";
import { isSourceless } from "../../domain/proxy.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { again, otherCommand } from "../../errors/next-step.ts";
import { otherFormWords } from "../../render/words/match-words.ts";
import { retryUntilPresent } from "../../services/retry.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { ContractField } from "../../services/verification/wire-record.ts";
import { appearsWithin } from "../../submission/appears-within.ts";
import { Ended } from "../findings.ts";
import { verificationOf } from "../ports.ts";
import type { Run } from "../run.ts";
import { minimalProxy } from "./no-build.ts";
import { asStored, readStored, type Stored } from "./read-stored.ts";

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
interface RecordRead {
  readonly record: ContractRecord;
  readonly recordSent: RecordSent | undefined;
}

/**
 * Record: what the service has stored, whoever submitted it.
 *
 * @param job What the job of this run found. A weaker record is read again, because a service can lag.
 */
export async function readRecord(run: Run, address: string, job: JobOfRun | undefined): Promise<RecordRead> {
  const read = await ask(run, address, run.request.recompile);
  if (read === undefined) {
    const facts = [["Verification id", run.findings.verificationId ?? undefined]] as const;
    throw new Ended("unavailable", { code: "VC411", facts, next: again });
  }
  const isLagging = job !== undefined && isWeaker(read.record, job.match);
  const later =
    isLagging && (await catchesUp(run, address, job.match))
      ? await ask(run, address, run.request.recompile)
      : undefined;
  return later ?? read;
}

/** What was stored before the run. */
interface Earlier extends Stored {
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
  if (run.request.action === "verify") return { ...(await readStored(run, address)), whole: undefined };
  const hasInput = run.request.recompile || run.request.readsInput === true || !hasBuilds;
  try {
    const read = await ask(run, address, hasInput);
    return { ...asStored(read?.record), whole: { read, hasInput } };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== "unusable") throw error;
    return { ...(await readStored(run, address)), whole: undefined };
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
    const { proxy, otherForm } = run.findings;
    const isClone = proxy !== null && isSourceless(proxy.kind) && proxy.kind !== "EIP-7702";
    if (isClone && proxy.implementation !== null)
      throw minimalProxy(run.findings, address, proxy.implementation);
    throw new Ended("mismatch", {
      code: "VC414",
      values: { address, chainId: run.ports.chainId },
      facts: [
        ["Asked", verificationOf(run.ports).url],
        ["On record", otherForm && otherFormWords(otherForm)],
      ],
      likely:
        otherForm && "it was submitted under its long-zero address, and explorers look up the other one",
      // With the options that verifying takes.
      next: otherCommand("verify", ["--recompile", "--require"]),
    });
  }
  return read;
}

/** Asked again only after a job that ended well: then it must be there. */
function ask(run: Run, address: string, isRecompiled: boolean): Promise<RecordRead | undefined> {
  const { chainId, appearAttempts, clock, signal, onProgress } = run.ports;
  const verification = verificationOf(run.ports);
  onProgress({ type: "reading-record" });
  const { action, buildSource, readsInput = false } = run.request;
  const needsInput = isRecompiled || readsInput || buildSource.kind === "standard-json-input";
  const fields = needsInput ? ([...FIELDS, "stdJsonInput", "userdoc", "devdoc"] as const) : FIELDS;
  const read = async (): Promise<RecordRead | undefined> => {
    let recordSent: RecordSent | undefined;
    const onDate = (at: Date) => {
      recordSent = { at, afterMs: run.stopwatch.elapsedAtMostMs() };
    };
    const record = await verification.contract(chainId, address, { fields, signal, onDate });
    return record && { record, recordSent };
  };
  return retryUntilPresent(read, action === "check" ? 1 : appearAttempts + 1, signal, clock.wait);
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
    const record = await verificationOf(run.ports).contract(chainId, address, { signal });
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

/** Without a build only a compiler here shows what the sources compile to. */
export function needsRecompiling({ request }: Run, { build }: Pick<Evidence, "build">): boolean {
  return request.recompile || (request.action === "check" && build === undefined);
}
