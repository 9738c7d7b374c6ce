import type { Problem } from "../../errors/problem.ts";
import type { Ended, Run } from "../run.ts";

/** Milliseconds that an explanation may take. */
const LIMIT_MS = 3000;

/**
 * Adds what the network's status service says to a problem that may be the network's. Asked only when something could
 * not be told; that it does not answer changes nothing.
 */
export async function explainByStatus(run: Run, { outcome, problem }: Ended): Promise<Problem> {
  const { status } = run.ports;
  const mayBeTheNetwork = (outcome === "unavailable" || outcome === "timed-out") && problem.code !== "VC408";
  if (status === undefined || !mayBeTheNetwork) return problem;
  try {
    const { indicator, description } = await status.status({ signal: AbortSignal.timeout(LIMIT_MS) });
    return {
      ...problem,
      facts: [...problem.facts, { label: "Status page", value: `${indicator}: ${description}` }],
    };
  } catch {
    return problem;
  }
}
