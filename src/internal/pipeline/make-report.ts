import { TOOL } from "../domain/tool.ts";
import type { ContractReport, Problem, Report } from "../report/model.ts";
import { exitCodeOfAll, summaryOf } from "../report/outcome.ts";

export interface ReportParts {
  /** @default unknown */
  readonly command?: Report["command"];
  /** @default unknown */
  readonly source?: Report["source"];
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly network: Report["network"];
  /** @default of a run on one chosen network */
  readonly networks?: Report["networks"];
  readonly services: Report["services"];
  readonly contracts: readonly ContractReport[];
  /** @default all */
  readonly shard?: NonNullable<Report["shard"]> | undefined;
  /** @default nothing */
  readonly passedOver?: Report["passedOver"];
  /** Why the whole run failed: wrong use, a broken environment, or a service that gave no answer. */
  readonly error?: Problem;
}

export const NO_SERVICES: Report["services"] = { verification: null, query: null, status: null };

/** Puts a report together: counts the outcomes and works out the exit code. */
export function makeReport(parts: ReportParts): Report {
  const {
    command,
    source,
    startedAt,
    finishedAt,
    network,
    networks,
    services,
    contracts,
    shard = null,
    passedOver = [],
    error,
  } = parts;
  return {
    schema: "verify-contract/1",
    tool: { ...TOOL },
    ...(command === undefined ? {} : { command }),
    ...(source === undefined ? {} : { source }),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    network,
    ...(networks === undefined ? {} : { networks }),
    services,
    shard,
    contracts,
    passedOver,
    summary: summaryOf(contracts),
    exitCode: exitCodeOfAll(contracts, error),
    ...(error === undefined ? {} : { error }),
  };
}
