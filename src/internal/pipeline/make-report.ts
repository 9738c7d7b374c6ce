import type { ContractReport, Outcome, Problem, Report } from "../reports/model.ts";
import { TOOL } from "../tool.ts";
import { exitCodeOf, worstExitCode } from "./outcome.ts";

export interface ReportParts {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly network: Report["network"];
  readonly services: Report["services"];
  readonly contracts: readonly ContractReport[];
  /** @default all */
  readonly shard?: NonNullable<Report["shard"]> | undefined;
  /** @default nothing */
  readonly passedOver?: Report["passedOver"];
  /** Why the run as a whole ended: wrong use or a broken environment; or, with exit code 3, why nobody can tell. */
  readonly error?: Problem;
  /** @default 2 */
  readonly errorCode?: 2 | 3;
}

export const NO_SERVICES: Report["services"] = { verification: null, query: null, status: null };

/** Puts a report together: counts the outcomes and works out the exit code. */
export function makeReport(parts: ReportParts): Report {
  const {
    startedAt,
    finishedAt,
    network,
    services,
    contracts,
    shard = null,
    passedOver = [],
    error,
    errorCode = 2,
  } = parts;
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of contracts) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    schema: "verify-contract/1",
    tool: { ...TOOL },
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    network,
    services,
    shard,
    contracts: [...contracts],
    passedOver,
    summary: { total: contracts.length, outcomes },
    exitCode: worstExitCode([
      ...contracts.map(({ outcome }) => exitCodeOf(outcome)),
      ...(error === undefined ? [] : [errorCode]),
    ]),
    ...(error === undefined ? {} : { error }),
  };
}
