import pLimit from "p-limit";
import type { ContractReport } from "../report/model.ts";
import { limitedSignal } from "../services/http/limited-signal.ts";
import { waitByTimer } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import type { Ports } from "./ports.ts";

/** Milliseconds before each read. Most results arrive within the first three seconds. */
const WAITS_MS = [1000, 2000, 3000, 4000];
const MOST_WAIT_MS = 10_000;
/** One response each from Etherscan, Blockscout and Routescan. */
const MOST_ANSWERS = 3;
const AT_ONCE = 4;

type Answers = NonNullable<ContractReport["forwarded"]>;

/**
 * No verdict depends on these results. Waits only if the service is known to forward verified contracts, or if the
 * first job shows that it does.
 */
export async function readForwarded(
  reports: readonly ContractReport[],
  {
    verification,
    forwards,
    clock,
    signal,
    onProgress,
  }: Pick<Ports, "verification" | "forwards" | "clock" | "signal" | "onProgress">,
  waitsMs = WAITS_MS,
): Promise<readonly ContractReport[]> {
  const known = new Map<string, Answers>();
  for (const { outcome, verificationId, forwarded = [] } of reports)
    if (outcome === "verified" && verificationId !== null) known.set(verificationId, forwarded);
  let open = [...known].flatMap(([id, answers]) => (answers.length < MOST_ANSWERS ? [id] : []));
  if (verification === undefined || forwards === false || open.length === 0) return reports;

  using limit = limitedSignal(signal, MOST_WAIT_MS);
  /** @returns True if another result may follow. */
  const read = async (id: string): Promise<boolean> => {
    const before = known.get(id)?.length ?? 0;
    const job = await verification.job(id, { signal: limit.signal, once: true }).catch(ignoreServiceError);
    if (job?.state === "matched" && job.forwarded !== undefined) known.set(id, job.forwarded);
    const { length } = known.get(id) ?? [];
    // The service forwards to all explorers at once, so the wait ends with the first read that returns nothing new.
    return length === 0 || (length > before && length < MOST_ANSWERS);
  };
  const isShown = () => [...known.values()].some(({ length }) => length > 0);
  if (forwards === undefined && !isShown()) await read(open[0] ?? "");
  if (forwards === true || isShown()) {
    onProgress({ type: "waiting-for-forwarded" });
    const inTurn = pLimit(AT_ONCE);
    for (const waitMs of waitsMs) {
      if (open.length === 0 || limit.signal.aborted) break;
      await (clock.wait ?? waitByTimer)(waitMs, limit.signal).catch(() => {});
      const mayFollow = await Promise.all(open.map((id) => inTurn(() => read(id))));
      open = open.filter((_, index) => mayFollow[index]);
    }
  }
  return reports.map((report) => {
    const answers = known.get(report.verificationId ?? "") ?? [];
    return answers.length === 0 ? report : { ...report, forwarded: answers };
  });
}

/** Also ignores the error of a stopped run, because the verdicts are already final. */
function ignoreServiceError(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}
