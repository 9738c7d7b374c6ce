import type { Deployment } from "./model.ts";

/**
 * Marks the broadcasts that are older than the newest of their script and chain. Their contracts are still verified,
 * because each function of a script has its own file; but an address without code probably belongs to a chain that was
 * restarted since.
 */
export function markSuperseded(deployments: readonly Deployment[]): readonly Deployment[] {
  const newest = new Map<string, number>();
  for (const each of deployments) {
    const { timestampMs } = each.broadcast ?? {};
    if (timestampMs === undefined || each.contracts.every(({ mayHaveFailed }) => mayHaveFailed)) continue;
    newest.set(keyOf(each), Math.max(timestampMs, newest.get(keyOf(each)) ?? 0));
  }
  return deployments.map((each) => {
    const { timestampMs } = each.broadcast ?? {};
    const isOlder = timestampMs !== undefined && timestampMs < (newest.get(keyOf(each)) ?? 0);
    return isOlder ? { ...each, isSuperseded: true } : each;
  });
}

function keyOf({ broadcast, chainId }: Deployment): string {
  return JSON.stringify([broadcast?.script, chainId]);
}
