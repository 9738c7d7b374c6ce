import type { Problem } from "../../src/internal/errors/problem.ts";
import { renderProblem } from "../../src/internal/render/terminal/problem.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { ContractReport, Report } from "../../src/internal/report/model.ts";
import { createReport, NO_SERVICES } from "../../src/internal/report/outcome.ts";

/** A problem on an 80-column terminal, with the documentation's values for anything that differs between runs. */
export function problemScreen(problem: Problem): string {
  return `${renderProblem(problem, plainStyle, 80)}\n`
    .replace(/(https?:\/\/127\.0\.0\.1):\d+/g, "$1:5555")
    .replace(/^( {2}After +)\d+(?:\.\d+)? m?s$/gm, "$11.4 s");
}

/** The report of one contract on such a terminal, without its times. */
export function contractScreen(contract: ContractReport, services: Report["services"] = NO_SERVICES): string {
  const report = createReport({
    startedAt: new Date(0),
    finishedAt: new Date(0),
    network: { name: "fake", chainId: 31337 },
    services,
    contracts: [{ ...contract, timings: { totalMs: 0 } }],
  });
  return `${renderReport(report, plainStyle, 80)}\n`.replace(/(http:\/\/127\.0\.0\.1):\d+/g, "$1:5555");
}
