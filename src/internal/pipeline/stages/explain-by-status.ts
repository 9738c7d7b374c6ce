import type { Problem } from "../../errors/problem.ts";
import type { Outcome } from "../../report/model.ts";
import { isStop, OUTCOMES } from "../../report/outcome.ts";
import { limitedSignal } from "../../services/http/limited-signal.ts";
import { statusFacts } from "../../services/status/status-facts.ts";
import type { Ports } from "../ports.ts";

const LIMIT_MS = 3000;

/** The page is queried only after an inconclusive run. If it doesn't respond, the outcome is unchanged. */
export async function explainByStatus(
  { status, clock, signal }: Pick<Ports, "status" | "clock" | "signal">,
  outcome: Outcome,
  problem: Problem,
): Promise<Problem> {
  const mayBeTheNetwork = OUTCOMES[outcome].kind === "unknown" && !isStop(problem);
  if (status === undefined || !mayBeTheNetwork) return problem;
  try {
    // An expired deadline doesn't cancel this request. Stopping the run during the request does.
    using limit = limitedSignal(signal.aborted ? undefined : signal, LIMIT_MS);
    const summary = await status.summary({ signal: limit.signal });
    return { ...problem, facts: [...problem.facts, ...statusFacts(summary, clock.now())] };
  } catch {
    return problem;
  }
}
