import { facetsOf, leadsOf } from "./leads-of.ts";
import type { ContractReport, ProxyRole } from "./model.ts";
import { OUTCOMES } from "./outcome.ts";
import { byPlaceOf, placeKey } from "./report-network.ts";

/** Says of each contract which proxies among the reports lead to it, and as what. */
export function relateProxies(reports: readonly ContractReport[]): readonly ContractReport[] {
  const roles = new Map<string, ProxyRole[]>();
  for (const report of reports)
    for (const { role, address } of leadsOf(report)) {
      const place = placeKey(report, address);
      const known = roles.get(place) ?? [];
      roles.set(place, [...known, { role, proxy: report.target.address ?? report.target.input }]);
    }
  const byPlace = byPlaceOf(reports);
  return reports.map((each) => {
    const report = withFacets(each, byPlace);
    const own = roles.get(placeKey(report, report.target.address ?? ""));
    if (own === undefined) return report;
    return { ...report, relation: { whose: "recorded", ...report.relation, roles: unique(own) } };
  });
}

/** Counts the facets of a diamond that have a stored match. */
function withFacets(report: ContractReport, byPlace: ReadonlyMap<string, ContractReport>): ContractReport {
  const { proxy } = report;
  if (proxy?.facets === undefined) return report;
  const all = facetsOf(proxy.facets);
  const looked = all.flatMap((address) => byPlace.get(placeKey(report, address)) ?? []);
  if (looked.length === 0) return report;
  const verified = looked.filter(isVerified).length;
  return { ...report, proxy: { ...proxy, facets: { ...proxy.facets, verified, total: all.length } } };
}

/** A record that is contradicted is none; that of others was not judged. */
function isVerified({ outcome, match }: ContractReport): boolean {
  const { exitCode, showsMatch } = OUTCOMES[outcome];
  return exitCode === 0 && showsMatch === true && match !== null && match.match !== null;
}

/** A shard that ran again has a proxy twice. */
function unique(roles: readonly ProxyRole[]): ProxyRole[] {
  return [...new Map(roles.map((each) => [`${each.role} ${each.proxy}`, each])).values()];
}

/**
 * Orders what proxies led to by these proxies, so that a report does not depend on which of them ended first.
 *
 * @param named How many were named: they stay first, in their order.
 */
export function inOrderOfProxies(
  reports: readonly ContractReport[],
  named: number,
): readonly ContractReport[] {
  const ordered = reports.slice(0, named);
  const rest = new Map(reports.slice(named).map((each) => [each.target.address ?? each.target.input, each]));
  for (const report of ordered)
    for (const { address } of leadsOf(report)) {
      const led = rest.get(address);
      if (led === undefined) continue;
      rest.delete(address);
      ordered.push(led);
    }
  return [...ordered, ...rest.values()];
}
