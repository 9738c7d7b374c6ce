import type { Problem } from "../../errors/problem.ts";
import type { Outcome } from "../../report/model.ts";
import { isStop, OUTCOMES } from "../../report/outcome.ts";
import { limitedSignal } from "../../services/http/limited-signal.ts";
import { statusFacts } from "../../services/status/status-facts.ts";
import type { Ports } from "../ports.ts";

const LIMIT_MS = 3000;

/**
 * Adds what the network's status service says to a problem that may be the network's. Asked only when something could
 * not be told; that it does not answer changes nothing.
 */
export async function explainByStatus(
  { status, clock, signal }: Pick<Ports, "status" | "clock" | "signal">,
  outcome: Outcome,
  problem: Problem,
): Promise<Problem> {
  const mayBeTheNetwork = OUTCOMES[outcome].kind === "unknown" && !isStop(problem);
  if (status === undefined || !mayBeTheNetwork) return problem;
  try {
    // A deadline that has passed leaves time for this; one that has not, and the user, end it.
    using limit = limitedSignal(
      signal.aborted ? undefined : signal,
      LIMIT_MS,
      () => new Error("the status service did not answer in time"),
    );
    const summary = await status.summary({ signal: limit.signal });
    return { ...problem, facts: [...problem.facts, ...statusFacts(summary, clock.now())] };
  } catch {
    return problem;
  }
}
