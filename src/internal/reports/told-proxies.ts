import { problem } from "../errors/problem.ts";
import type { ContractReport } from "./model.ts";

/**
 * A minimal proxy that stands for no contract that was looked at is not good enough: nobody knows what it runs.
 *
 * @param elsewhere Checksummed addresses that other shards look at; who merges their reports asks again.
 */
export function withProxiesTold(
  reports: readonly ContractReport[],
  elsewhere: ReadonlySet<string> = new Set(),
): readonly ContractReport[] {
  const byAddress = new Map(reports.map((report) => [report.target.address, report]));
  return reports.map((report) =>
    report.outcome === "minimal-proxy" && !leadsToCode(report, byAddress, elsewhere)
      ? withoutEnd(report)
      : report,
  );
}

function leadsToCode(
  proxy: ContractReport,
  byAddress: ReadonlyMap<string | null, ContractReport>,
  elsewhere: ReadonlySet<string>,
): boolean {
  const seen = new Set<ContractReport>();
  let at: ContractReport | undefined = proxy;
  while (at !== undefined && at.outcome === "minimal-proxy") {
    if (seen.has(at)) return false;
    seen.add(at);
    const next: string | undefined = at.proxy?.implementation;
    if (next === undefined) return false;
    at = byAddress.get(next);
    if (at === undefined && elsewhere.has(next)) return true;
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
