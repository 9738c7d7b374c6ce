import type { ContractReport, ProxyRole } from "../../report/model.ts";
import { placeKey } from "../../report/report-network.ts";

/**
 * "beacon of Lamp and 3 more proxies, named by no record", for a contract that only proxies lead to; else empty.
 *
 * @param names The names of the contracts in the list, by chain and address.
 */
export function relationTitle(contract: ContractReport, names: ReadonlyMap<string, string>): string {
  const { relation } = contract;
  if (relation === undefined || relation.whose === "recorded") return "";
  const roles = roleLines(contract, (proxy) => names.get(placeKey(contract, proxy)) ?? proxy);
  return [...roles, ...(relation.whose === "ours" ? ["named by no record"] : [])].join(", ");
}

/** A line for each role: "implementation of 0x…", "facet of 0x… and 2 more proxies". */
export function relationLines(contract: ContractReport): readonly string[] {
  return roleLines(contract, (proxy) => proxy);
}

function roleLines({ relation }: ContractReport, nameOf: (proxy: string) => string): readonly string[] {
  const byRole = Map.groupBy(relation?.roles ?? [], ({ role }) => role);
  return [...byRole].map(([role, proxies]) => `${role} of ${proxyNames(proxies, nameOf)}`);
}

function proxyNames([first, ...others]: readonly ProxyRole[], nameOf: (proxy: string) => string): string {
  const named = first === undefined ? "" : nameOf(first.proxy);
  return others.length === 0
    ? named
    : `${named} and ${others.length === 1 ? "another proxy" : `${others.length} more proxies`}`;
}
