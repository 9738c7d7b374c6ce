import type { ContractReport, Report } from "./model.ts";

export type AskedNetwork = NonNullable<Report["network"]>;

type Networks = Pick<Report, "network" | "networks">;

/** A contract's network. Reports written by earlier versions contain one network for the whole run. */
export function getNetwork(report: Networks, contract: ContractReport): AskedNetwork | null {
  return contract.network ?? report.network;
}

export function getServices(report: Report, contract: ContractReport): Report["services"] {
  const chainId = getNetwork(report, contract)?.chainId;
  const own = report.networks?.find((each) => each.skipped === undefined && each.chainId === chainId);
  return own?.services ?? report.services;
}

/** Empty if the run ended before a chain answered. */
export function askedNetworks({ network, networks = [] }: Networks): readonly AskedNetwork[] {
  const asked = networks.flatMap(({ name, chainId, skipped }) =>
    name === null || chainId === null || skipped !== undefined ? [] : [{ name, chainId }],
  );
  return asked.length === 0 && network !== null ? [network] : asked;
}

/** True if the network must be shown for each contract. */
export function coversSeveralChains(report: Report): boolean {
  return askedNetworks(report).length > 1;
}

export function skippedNetworks({ networks = [] }: Networks): NonNullable<Report["networks"]> {
  return networks.filter(({ skipped }) => skipped !== undefined);
}

/** Several chains may have contracts at the same address. */
export function placeKey(report: ContractReport, address = getAddress(report)): string {
  return `${report.network?.chainId ?? ""} ${address.toLowerCase()}`;
}

export function getAddress({ target }: ContractReport): string {
  return target.address ?? target.input;
}

export function indexByPlace(reports: readonly ContractReport[]): ReadonlyMap<string, ContractReport> {
  return new Map(reports.map((report) => [placeKey(report), report]));
}

export function shardWords({ index, count }: Pick<NonNullable<Report["shard"]>, "index" | "count">): string {
  return `shard ${index}/${count}`;
}
