import type { DiamondFacet } from "../report/model.ts";
import type { ChainState } from "./chain-state.ts";
import { OverrideProbe } from "./override-probe.ts";
import { randomCalls } from "./random-calls.ts";

/** Most facets that are called. */
const MOST_FACETS = 16;

/**
 * Whether the code of each facet runs in a call to the diamond, by its first selector; false where the node can't show it,
 * or where there are too many.
 */
export async function provesFacets(
  state: ChainState,
  diamond: string,
  facets: readonly DiamondFacet[],
  signal: AbortSignal,
): Promise<boolean> {
  // What a diamond has itself, it does not delegate.
  const others = facets.filter(({ address }) => address !== diamond);
  if (others.length > MOST_FACETS || others.some(({ selectors }) => selectors.length === 0)) return false;
  const probe = new OverrideProbe(state, diamond, signal, "facets");
  const [{ from }] = randomCalls(state.seed, diamond);
  const ran = await Promise.all(
    others.map(({ address, selectors: [data = "0x"] }) => probe.runs(address, { from, data })),
  );
  return others.length > 0 && !ran.includes(false);
}
