import { isSourceless } from "../domain/proxy.ts";
import { advice } from "../errors/next-step.ts";
import { problem } from "../errors/problem.ts";
import type { ContractReport } from "./model.ts";
import { judgeNames, judgeProxyNames } from "./names.ts";
import { getAddress, indexByPlace, placeKey } from "./report-network.ts";

/**
 * Accepts minimal proxies whose implementation is also in the reports. Otherwise, the code that a proxy runs is
 * unknown. Also compares the proxies' names with the contracts that they run.
 *
 * @param elsewhere Checksummed addresses of contracts in other shards; their proxies are judged after the merge.
 */
export function resolveMinimalProxies(
  reports: readonly ContractReport[],
  elsewhere: ReadonlySet<string> = new Set(),
): readonly ContractReport[] {
  const places = indexByPlace(reports);
  const proxies = reports.map((report): ContractReport => {
    const { error, knownCode: _, ...rest } = report;
    const { outcome, proxy } = report;
    const isAlone =
      outcome === "known-code" ||
      (outcome === "no-build" && (error?.code === "VC206" || error?.code === "VC208"));
    if (!isAlone || proxy === null || proxy.implementation === null || !isSourceless(proxy.kind))
      return report;
    return places.has(placeKey(report, proxy.implementation))
      ? { ...rest, outcome: "minimal-proxy" }
      : report;
  });
  const byPlace = indexByPlace(proxies);
  return proxies.map((report) => {
    if (report.outcome === "known-code") return judgeNames(report, []);
    if (report.outcome !== "minimal-proxy" && report.named === undefined) return report;
    const runs = followProxies(report, byPlace, elsewhere);
    if (report.outcome !== "minimal-proxy")
      return runs === "elsewhere" ? report : judgeProxyNames(report, runs ?? []);
    if (runs === undefined) return endlessProxy(report);
    if (runs === "elsewhere") return report;
    const end = runs.at(-1);
    return isAsked(report) && end?.outcome === "of-others"
      ? unverifiable(report, end)
      : judgeNames(report, runs);
  });
}

function isAsked({ deployments, relation, named = [] }: ContractReport): boolean {
  const isTarget = deployments.length === 0 && (relation === undefined || relation.whose === "recorded");
  return isTarget || named.some(({ by }) => by !== "guess");
}

function unverifiable(report: ContractReport, { match }: ContractReport): ContractReport {
  const error = problem("VC206", {
    values: { address: getAddress(report), implementation: report.proxy?.implementation ?? "" },
    facts: [
      ["Named", report.named?.find(({ by }) => by !== "guess")?.name],
      [
        "Implementation",
        `no build here has its code, and ${match === null ? "it is not on record" : "its record was not judged"}`,
      ],
    ],
    next: advice("specify the implementation's build with --build-info"),
  });
  return { ...report, outcome: "no-build", error };
}

/** Undefined if the chain of proxies never ends, or runs no code. */
function followProxies(
  proxy: ContractReport,
  byPlace: ReadonlyMap<string, ContractReport>,
  elsewhere: ReadonlySet<string>,
): readonly ContractReport[] | "elsewhere" | undefined {
  const seen = new Set<ContractReport>();
  const runs: ContractReport[] = [];
  let at: ContractReport | undefined = proxy;
  while (at !== undefined && (at === proxy || at.outcome === "minimal-proxy")) {
    if (seen.has(at)) return undefined;
    seen.add(at);
    const next: string | null = at.proxy?.implementation ?? null;
    if (next === null) return undefined;
    const isDelegated = hasDelegation(at);
    at = byPlace.get(placeKey(proxy, next));
    if (at === undefined && elsewhere.has(next)) return "elsewhere";
    // Only the first delegation counts. A call then fails, because the second is not executable (EIP-7702).
    if (isDelegated && at !== undefined && hasDelegation(at)) return undefined;
    if (at !== undefined) runs.push(at);
  }
  return at === undefined ? undefined : runs;
}

function hasDelegation({ proxy }: ContractReport): boolean {
  return proxy?.kind === "EIP-7702";
}

function endlessProxy(report: ContractReport): ContractReport {
  const error = problem("VC207", {
    values: { address: getAddress(report) },
    facts: [["Implementation", report.proxy?.implementation ?? undefined]],
    likely:
      "the proxies point to each other, the chain of proxies is too long, or an account delegates to another delegated account",
  });
  return { ...report, outcome: "no-build", error };
}
