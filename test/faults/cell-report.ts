import { type Problem, VerifyContractError } from "../../src/internal/errors/problem.ts";
import type { ContractReport, Outcome } from "../../src/internal/report/model.ts";

/** `wrong-use` is what a run throws in place of a report: exit code 2. */
export type CellOutcome = Outcome | "wrong-use";

/** What a cell ended with, reported or thrown. */
export interface CellReport {
  readonly outcome: CellOutcome;
  readonly claims?: ContractReport["claims"];
  readonly error?: Pick<Problem, "message" | "facts"> & { readonly code: string };
}

/** @throws what is neither: a bug */
export async function reportOf(run: Promise<ContractReport>): Promise<CellReport> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    return { outcome: "wrong-use", error: error.problem };
  }
}
