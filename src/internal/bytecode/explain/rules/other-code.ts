import type { Explanation } from "../explanation.ts";
import type { Facts } from "../facts.ts";

/** Part of all function selectors: with fewer in common it is another contract. */
const LEAST_SHARED = 0.25;
/** Fewer may be constants that only look like selectors. */
const FEWEST = 2;

/** Quite another contract: what its compiler did is then of no interest. */
export function explainOtherCode({ onchain, built }: Facts): readonly Explanation[] {
  const there = onchain.selectors;
  const here = built.selectors;
  if (there.size < FEWEST && here.size < FEWEST) return [];
  const shared = there.intersection(here).size;
  if (shared / there.union(here).size >= LEAST_SHARED) return [];
  return [
    {
      kind: "other-code",
      side: "runtime",
      certainty: shared === 0 && Math.min(there.size, here.size) >= FEWEST ? "certain" : "likely",
      text: `the code on chain is another contract's: it has ${count(there.size)}, this build ${here.size}, and they share ${shared === 0 ? "none" : shared}`,
    },
  ];
}

function count(selectors: number): string {
  return selectors === 1 ? "1 function selector" : `${selectors} function selectors`;
}
