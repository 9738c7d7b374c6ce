import type { ContractReport, DiamondFacets, ProxyRole } from "./model.ts";
import { getExitCode, OUTCOMES } from "./outcome.ts";
import { getAddress, indexByPlace, placeKey } from "./report-network.ts";

/** Further facets are listed, but not checked. */
const MAX_FACETS = 50;

export interface Lead extends Pick<ProxyRole, "role"> {
  /** Checksummed. */
  readonly address: string;
}

/** Ignores contradictory candidates, and an admin without code. */
export function proxyLeads({
  proxy,
  target,
}: Pick<ContractReport, "proxy"> & {
  readonly target: Pick<ContractReport["target"], "address">;
}): readonly Lead[] {
  if (proxy === null) return [];
  const { implementation, beacon, admin, facets } = proxy;
  if (facets !== undefined)
    return listFacets(facets)
      .filter((address) => address !== target.address)
      .slice(0, MAX_FACETS)
      .map((address) => ({ role: "facet", address }));
  if (implementation === null) return [];
  return [
    { role: "implementation", address: implementation },
    ...(beacon === null ? [] : [{ role: "beacon", address: beacon } as const]),
    ...(admin?.hasCode === true ? [{ role: "admin", address: admin.address } as const] : []),
  ];
}

/** Facets in events are included even if the diamond doesn't list them. */
function listFacets({ list, byEvents = [] }: DiamondFacets): readonly string[] {
  return [...new Set([...list, ...byEvents].map(({ address }) => address))];
}

export function relateProxies(reports: readonly ContractReport[]): readonly ContractReport[] {
  const roles = Map.groupBy(
    reports.flatMap((report) => {
      const proxy = getAddress(report);
      return proxyLeads(report).map(({ role, address }) => ({
        place: placeKey(report, address),
        role,
        proxy,
      }));
    }),
    ({ place }) => place,
  );
  const byPlace = indexByPlace(reports);
  return reports.map((each) => {
    const report = countVerifiedFacets(each, byPlace);
    const own = roles.get(placeKey(report));
    if (own === undefined) return report;
    // If a shard ran twice, its proxies are reported twice.
    const unique = new Map(own.map(({ role, proxy }) => [`${role} ${proxy}`, { role, proxy }]));
    return { ...report, relation: { whose: "recorded", ...report.relation, roles: [...unique.values()] } };
  });
}

function countVerifiedFacets(
  report: ContractReport,
  byPlace: ReadonlyMap<string, ContractReport>,
): ContractReport {
  const { proxy } = report;
  if (proxy?.facets === undefined) return report;
  const all = listFacets(proxy.facets);
  const listed = all.flatMap((address) => byPlace.get(placeKey(report, address)) ?? []);
  if (listed.length === 0) return report;
  const verified = listed.filter(isVerified).length;
  return { ...report, proxy: { ...proxy, facets: { ...proxy.facets, verified, total: all.length } } };
}

/** Records of contracts deployed by someone else count, although they were not judged. */
function isVerified({ outcome, match }: ContractReport): boolean {
  return getExitCode(outcome) === 0 && OUTCOMES[outcome].showsMatch === true && match?.match != null;
}

/** Keeps the first `named` contracts in order, and sorts the rest by their proxies so that timing doesn't matter. */
export function sortByProxies(reports: readonly ContractReport[], named: number): readonly ContractReport[] {
  const ordered = reports.slice(0, named);
  const rest = new Map(reports.slice(named).map((each) => [getAddress(each), each]));
  for (const report of ordered)
    for (const { address } of proxyLeads(report)) {
      const led = rest.get(address);
      if (led === undefined) continue;
      rest.delete(address);
      ordered.push(led);
    }
  return [...ordered, ...rest.values()];
}

const REASON = "no proxy in the manifest runs it anymore, and no build here has its code";

/** Removes old implementations that upgrades leave behind in a manifest. Each proxy's implementation must be known. */
export function removeSuperseded(contracts: readonly ContractReport[]) {
  const unclear = new Set(contracts.filter(isUnclearProxy).flatMap(listFiles));
  const isSuperseded = (contract: ContractReport): boolean =>
    contract.error?.code === "VC204" &&
    contract.relation === undefined &&
    contract.deployments.length > 0 &&
    contract.deployments.every(({ name, naming }) => naming === "role" && name === "implementation") &&
    !listFiles(contract).some((file) => unclear.has(file));
  return {
    contracts: contracts.filter((contract) => !isSuperseded(contract)),
    superseded: contracts.filter(isSuperseded).flatMap((contract) => {
      const name = `implementation ${getAddress(contract)}`;
      return listFiles(contract).map((file) => ({ name, file, reason: REASON }));
    }),
  };
}

function isUnclearProxy({ deployments, proxy }: ContractReport): boolean {
  const isRecordedProxy = deployments.some(({ name, naming }) => naming === "role" && name.endsWith("proxy"));
  return isRecordedProxy && (proxy === null || proxy.implementation === null);
}

function listFiles({ deployments }: ContractReport): readonly string[] {
  return deployments.map(({ file }) => file);
}
