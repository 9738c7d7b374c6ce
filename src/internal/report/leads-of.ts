import type { ContractProxy, ContractReport, ProxyRole } from "./model.ts";

/** A diamond with more shows its facets, and the others are not looked at. */
const MOST_FACETS = 50;

/** A contract that a proxy leads to. */
export interface Lead {
  readonly role: ProxyRole["role"];
  /** Checksummed. */
  readonly address: string;
}

/**
 * What a proxy runs, and what says so or may change it. Candidates that disagree lead nowhere, and neither does an admin
 * that is an account.
 */
export function leadsOf({
  proxy,
  target,
}: Pick<ContractReport, "proxy"> & {
  readonly target: Pick<ContractReport["target"], "address">;
}): readonly Lead[] {
  if (proxy === null) return [];
  const { implementation, beacon, admin, facets } = proxy;
  if (facets !== undefined)
    return facetsOf(facets)
      .filter((address) => address !== target.address)
      .slice(0, MOST_FACETS)
      .map((address) => ({ role: "facet", address }));
  if (implementation === null) return [];
  return [
    { role: "implementation", address: implementation },
    ...(beacon === null ? [] : [{ role: "beacon", address: beacon } as const]),
    ...(admin?.hasCode === true ? [{ role: "admin", address: admin.address } as const] : []),
  ];
}

/** Its addresses, each once: what it lists, and what its events come to where that differs. */
export function facetsOf({ list, byEvents = [] }: NonNullable<ContractProxy["facets"]>): readonly string[] {
  return [...new Set([...list, ...byEvents].map(({ address }) => address))];
}
