import { isSourceless } from "../domain/proxy.ts";
import { problem } from "../errors/problem.ts";
import type { ContractReport } from "./model.ts";

/**
 * Decides which minimal proxies are good enough: those whose implementation is in the reports too. Without it, the code
 * that the proxy runs is unknown. An implementation may turn up late, such as behind a contract id.
 *
 * @param elsewhere Checksummed addresses of other shards' contracts; merging their reports decides again.
 */
export function resolveMinimalProxies(
  reports: readonly ContractReport[],
  elsewhere: ReadonlySet<string> = new Set(),
): readonly ContractReport[] {
  const addresses = new Set(reports.map(({ target }) => target.address?.toLowerCase()));
  const proxies = reports.map((report) => {
    const { error, outcome, proxy } = report;
    const isAlone =
      outcome === "known-code" ||
      (outcome === "no-build" && (error?.code === "VC206" || error?.code === "VC208"));
    const implementation = proxy?.implementation ?? undefined;
    const isClone = isAlone && proxy !== null && isSourceless(proxy.kind) && implementation !== undefined;
    return isClone && addresses.has(implementation.toLowerCase()) ? asProxy(report) : report;
  });
  const byAddress = new Map(proxies.map((report) => [report.target.address?.toLowerCase(), report]));
  return proxies.map((report) =>
    report.outcome === "minimal-proxy" && !leadsToCode(report, byAddress, elsewhere)
      ? withoutEnd(report)
      : report,
  );
}

function asProxy({ error: _, knownCode: __, ...report }: ContractReport): ContractReport {
  return { ...report, outcome: "minimal-proxy" };
}

function leadsToCode(
  proxy: ContractReport,
  byAddress: ReadonlyMap<string | undefined, ContractReport>,
  elsewhere: ReadonlySet<string>,
): boolean {
  const seen = new Set<ContractReport>();
  let at: ContractReport | undefined = proxy;
  while (at !== undefined && at.outcome === "minimal-proxy") {
    if (seen.has(at)) return false;
    seen.add(at);
    const next: string | null = at.proxy?.implementation ?? null;
    if (next === null) return false;
    at = byAddress.get(next.toLowerCase());
    if (at === undefined && elsewhere.has(next)) return true;
  }
  return at !== undefined;
}

function withoutEnd(report: ContractReport): ContractReport {
  const error = problem("VC207", {
    values: { address: report.target.address ?? report.target.input },
    facts: [["Implementation", report.proxy?.implementation ?? undefined]],
    likely: "the proxies point to each other, or the chain of proxies is too long",
  });
  return { ...report, outcome: "no-build", error };
}
