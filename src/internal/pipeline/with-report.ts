import { VerifyContractError } from "../errors/problem.ts";
import type { ContractReport } from "../report/model.ts";
import type { Run } from "./run.ts";
import { endedByMistake } from "./unforeseen.ts";

/**
 * Ends a contract with a report in any case: an unforeseen error is its outcome, not that of the whole run.
 *
 * @throws VerifyContractError for wrong use and broken environments.
 */
export async function withReport(run: Run, work: () => Promise<ContractReport>): Promise<ContractReport> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VerifyContractError) throw error;
    const { outcome, problem } = endedByMistake(run, error);
    return run.finish(outcome, problem);
  } finally {
    await run.ports.journal.written?.();
  }
}
