import type { Forwarded } from "../../domain/record.ts";
import type { ContractReport } from "../../report/model.ts";
import { limitedSignal } from "../../services/http/limited-signal.ts";
import { waitByTimer } from "../../services/retry.ts";
import { ServiceError } from "../../services/service-error.ts";
import { type Ports, verificationOf } from "../ports.ts";
import type { JobRun, Run } from "../run.ts";

/** Milliseconds from the job's end. */
const MOST_WAIT_MS = 10_000;
/** Share of the time that is left: the implementation of a proxy may still have to be verified. */
const MOST_SHARE = 0.2;
/** Milliseconds that the next answer is waited for after one came: the service forwards to all at the same time. */
const QUIET_MS = 2000;
/** The first delay, in delays of polling a job: other services take longer than the shortest jobs. */
const FIRST_DELAYS = 8;
const GROWTH = 1.5;
const MOST_DELAY_MS = 2000;
/** Etherscan, Blockscout and Routescan. */
const MOST_ANSWERS = 3;

interface MatchedJob {
  readonly verificationId: string;
  readonly forwarded?: readonly Forwarded[];
  /** True if it had ended before this run asked for it. */
  readonly isOld: boolean;
}

/**
 * Notes the answers of other services to a job, and watches for more in the background of what follows: they answer after
 * the job's end. Nothing depends on it, so a failure to ask doesn't fail the run.
 */
export function watchForwarded(run: JobRun, { verificationId, forwarded, isOld }: MatchedJob): void {
  run.findings.forwardedWatch?.stop();
  run.note({ forwarded, forwardedWatch: null });
  const { request, ports } = run;
  if (isOld || (request.forwarded ?? "never") === "never" || ports.forwarding?.isExpected() === false) return;
  const stopped = new AbortController();
  const isOver = watch(run, verificationId, stopped.signal);
  // A run that ends otherwise does not wait for it.
  isOver.catch(() => {});
  run.note({ forwardedWatch: { isOver, stop: () => stopped.abort() } });
}

/**
 * Waits for the answers that are to be expected, once the verdict is known; then neither the deadline nor the user changes
 * the verdict any more. If the service isn't known to forward, or the verdict is bad, the answers so far are
 * enough.
 */
export async function waitForForwarded({ findings, ports, request }: Run): Promise<void> {
  const { forwarded, forwardedWatch, claims } = findings;
  if (forwardedWatch === null) return;
  const isExpected = forwarded !== undefined || ports.forwarding?.isExpected() === true;
  const isBad = claims?.some(({ state }) => state === "refuted") === true;
  if (!isExpected || isBad || request.forwarded !== "by-each") return forwardedWatch.stop();
  ports.onProgress({ type: "waiting-for-forwarded" });
  await forwardedWatch.isOver;
}

async function watch(run: JobRun, verificationId: string, stopped: AbortSignal): Promise<void> {
  const { ports } = run;
  const leftMs = ports.leftMs?.() ?? Number.POSITIVE_INFINITY;
  const limitMs = Math.min(MOST_WAIT_MS, leftMs * MOST_SHARE);
  const isTimeUp = new Error("no answer in time");
  using limit = limitedSignal(stopped, limitMs, () => isTimeUp, ports.signal);
  try {
    await poll(run, verificationId, limit.signal);
  } catch (error) {
    if (!limit.signal.aborted && !(error instanceof ServiceError)) throw error;
  }
  const hasHadTime = limit.signal.reason === isTimeUp && limitMs === MOST_WAIT_MS;
  if (run.findings.forwarded !== undefined) ports.forwarding?.note(true);
  else if (hasHadTime) ports.forwarding?.note(false);
}

async function poll(run: JobRun, verificationId: string, signal: AbortSignal): Promise<void> {
  const { clock, polling } = run.ports;
  const { wait = waitByTimer } = clock;
  let delayMs = Math.min(polling.firstDelayMs * FIRST_DELAYS, MOST_DELAY_MS);
  let answers = run.findings.forwarded?.length ?? 0;
  let lastMs = clock.elapsedMs();
  while (answers < MOST_ANSWERS && (answers === 0 || clock.elapsedMs() - lastMs < QUIET_MS)) {
    await wait(delayMs, signal);
    delayMs = Math.min(delayMs * GROWTH, MOST_DELAY_MS);
    const job = await verificationOf(run.ports).job(verificationId, { signal, once: true });
    if (job.state !== "matched" || job.forwarded === undefined) continue;
    if (job.forwarded.length > answers) lastMs = clock.elapsedMs();
    answers = job.forwarded.length;
    run.note({ forwarded: job.forwarded });
  }
}

/** Milliseconds after the last contract: most answers come within them. */
const LAST_WAIT_MS = 3000;
const AT_ONCE = 4;

/**
 * Reads once what other services answered to the jobs of a run over several contracts, after all of them: so no contract
 * waits for it. For ten seconds at most; a job that is not read by then keeps what was known of it.
 */
export async function withForwarded(
  reports: readonly ContractReport[],
  {
    verification,
    forwarding,
    clock,
    signal,
  }: Pick<Ports, "verification" | "forwarding" | "clock" | "signal">,
): Promise<readonly ContractReport[]> {
  const isRead = (report: ContractReport): report is ContractReport & { readonly verificationId: string } =>
    report.outcome === "verified" &&
    report.verificationId !== null &&
    (report.forwarded?.length ?? 0) < MOST_ANSWERS;
  const late = reports.filter(isRead);
  if (late.length === 0 || verification === undefined || forwarding?.isExpected() !== true) return reports;
  using limit = limitedSignal(signal, MOST_WAIT_MS, () => new Error("no answer in time"));
  const known = new Map<string, ContractReport["forwarded"]>();
  const queue = late.values();
  const readAll = async (): Promise<void> => {
    for (const { verificationId } of queue) {
      if (limit.signal.aborted) return;
      const job = await verification
        .job(verificationId, { signal: limit.signal, once: true })
        .catch(undefinedIfUnanswered);
      if (job?.state === "matched" && job.forwarded !== undefined) known.set(verificationId, job.forwarded);
    }
  };
  await (clock.wait ?? waitByTimer)(LAST_WAIT_MS, limit.signal).catch(() => {});
  await Promise.all(Array.from({ length: AT_ONCE }, readAll));
  return reports.map((report) => {
    const forwarded = report.verificationId === null ? undefined : known.get(report.verificationId);
    return forwarded === undefined ? report : { ...report, forwarded };
  });
}

/** Also for a run that is stopped: it has its verdicts. */
function undefinedIfUnanswered(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}
