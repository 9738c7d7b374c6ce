import type { ContractReport } from "../report/model.ts";
import { limitedSignal } from "../services/http/limited-signal.ts";
import { waitByTimer } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import type { Ports } from "./ports.ts";
import { MOST_ANSWERS, MOST_WAIT_MS } from "./stages/watch-forwarded.ts";

/** Milliseconds after the last contract: most answers come within them. */
const LAST_WAIT_MS = 3000;
const AT_ONCE = 4;

type Used = Pick<Ports, "verification" | "forwarding" | "clock" | "signal">;

/**
 * Reads once what other services answered to the jobs of a run over several contracts, after all of them: so no contract
 * waits for it. For ten seconds at most; a job that is not read by then keeps what was known of it.
 */
export async function withForwarded(
  reports: readonly ContractReport[],
  { verification, forwarding, clock, signal }: Used,
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

function undefinedIfUnanswered(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}
