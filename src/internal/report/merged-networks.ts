import type { Report } from "./model.ts";

type Networks = NonNullable<Report["networks"]>;

/**
 * The networks of several reports of one run.
 *
 * @param known One that reached a chain, if any did.
 */
export function mergedNetworks(
  reports: readonly Report[],
  known: Report,
): Pick<Report, "network" | "networks" | "services"> {
  const { network, services } = known;
  const all = reports.flatMap(({ networks = [] }) => networks);
  if (all.length === 0) return { network, services };
  const asked = byChain(all.filter(({ skipped }) => skipped === undefined));
  const isAsked = new Set(asked.map(({ chainId }) => chainId));
  const skipped = all.filter(
    ({ name, chainId, skipped: why }) => why !== undefined && !(name === null && isAsked.has(chainId)),
  );
  const [first, second] = asked;
  const isOne = first?.name != null && first.chainId !== null && second === undefined;
  return {
    network: isOne && first.name !== null ? { name: first.name, chainId: first.chainId ?? 0 } : null,
    networks: [...asked, ...distinct(skipped)],
    services,
  };
}

/** Of a chain that one run could not ask, what another says. */
function byChain(networks: Networks): Networks {
  const chains = Map.groupBy(networks, ({ chainId }) => chainId);
  return [...chains.values()].flatMap(
    (ofChain) => ofChain.find(({ error }) => error === undefined) ?? ofChain.slice(0, 1),
  );
}

function distinct(networks: Networks): Networks {
  return [...new Map(networks.map((each) => [JSON.stringify([each.name, each.chainId]), each])).values()];
}
