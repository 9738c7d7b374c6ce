import { isSourceless } from "../domain/proxy.ts";
import { advice } from "../errors/next-step.ts";
import { problem } from "../errors/problem.ts";
import type { ContractReport } from "./model.ts";
import { placeKey } from "./report-network.ts";

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
  const places = new Set(reports.map((report) => placeKey(report, report.target.address ?? "")));
  const proxies = reports.map((report) => {
    const { error, outcome, proxy } = report;
    const isAlone =
      outcome === "known-code" ||
      (outcome === "no-build" && (error?.code === "VC206" || error?.code === "VC208"));
    const implementation = proxy?.implementation ?? undefined;
    const isClone = isAlone && proxy !== null && isSourceless(proxy.kind) && implementation !== undefined;
    return isClone && places.has(placeKey(report, implementation)) ? asProxy(report) : report;
  });
  const byPlace = new Map(proxies.map((report) => [placeKey(report, report.target.address ?? ""), report]));
  return proxies.map((report) => {
    if (report.outcome !== "minimal-proxy") return report;
    const end = endOf(report, byPlace, elsewhere);
    if (end === undefined) return withoutEnd(report);
    return isNamed(report) && end !== "elsewhere" && isUnknownOfOthers(end) ? unverifiable(report) : report;
  });
}

/** Not by a deployment record, and not by another proxy: what the user asks about is what it runs. */
function isNamed({ deployments, relation }: ContractReport): boolean {
  return deployments.length === 0 && (relation === undefined || relation.whose === "recorded");
}

function isUnknownOfOthers({ outcome, match }: ContractReport): boolean {
  return outcome === "of-others" && (match === null || match.match === null);
}

function unverifiable(report: ContractReport): ContractReport {
  const address = report.target.address ?? report.target.input;
  const implementation = report.proxy?.implementation ?? "";
  const error = problem("VC206", {
    values: { address, implementation },
    facts: [["Implementation", "no build here has its code, and it is not on record"]],
    next: advice("name the build of the implementation with --build-info"),
  });
  return { ...report, outcome: "no-build", error };
}

function asProxy({ error: _, knownCode: __, ...report }: ContractReport): ContractReport {
  return { ...report, outcome: "minimal-proxy" };
}

/** What a chain of proxies ends at; undefined for one without an end. */
function endOf(
  proxy: ContractReport,
  byPlace: ReadonlyMap<string, ContractReport>,
  elsewhere: ReadonlySet<string>,
): ContractReport | "elsewhere" | undefined {
  const seen = new Set<ContractReport>();
  let at: ContractReport | undefined = proxy;
  while (at !== undefined && at.outcome === "minimal-proxy") {
    if (seen.has(at)) return undefined;
    seen.add(at);
    const next: string | null = at.proxy?.implementation ?? null;
    if (next === null) return undefined;
    at = byPlace.get(placeKey(proxy, next));
    if (at === undefined && elsewhere.has(next)) return "elsewhere";
  }
  return at;
}

function withoutEnd(report: ContractReport): ContractReport {
  const error = problem("VC207", {
    values: { address: report.target.address ?? report.target.input },
    facts: [["Implementation", report.proxy?.implementation ?? undefined]],
    likely: "the proxies point to each other, or the chain of proxies is too long",
  });
  return { ...report, outcome: "no-build", error };
}
