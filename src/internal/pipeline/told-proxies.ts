import { problem } from "../errors/problem.ts";
import type { ContractReport } from "../reports/model.ts";

/** A minimal proxy that stands for no contract that was looked at is not good enough: nobody knows what it runs. */
export function withProxiesTold(reports: readonly ContractReport[]): readonly ContractReport[] {
  const byAddress = new Map(reports.map((report) => [report.target.address, report]));
  return reports.map((report) =>
    report.outcome === "minimal-proxy" && !leadsToCode(report, byAddress) ? withoutEnd(report) : report,
  );
}

function leadsToCode(proxy: ContractReport, byAddress: ReadonlyMap<string | null, ContractReport>): boolean {
  const seen = new Set<ContractReport>();
  let at: ContractReport | undefined = proxy;
  while (at !== undefined && at.outcome === "minimal-proxy") {
    if (seen.has(at)) return false;
    seen.add(at);
    at = byAddress.get(at.proxy?.implementation ?? null);
  }
  return at !== undefined;
}

function withoutEnd(report: ContractReport): ContractReport {
  const { facts, ...told } = problem("VC207", {
    values: { address: report.target.address ?? report.target.input },
    facts: [["Stands for", report.proxy?.implementation]],
    likely: "the proxies stand for each other, or too many of them follow each other",
  });
  return { ...report, outcome: "no-build", error: { ...told, facts: [...facts] } };
}
