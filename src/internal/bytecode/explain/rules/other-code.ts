import type { Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";

/** Share of all function selectors: two contracts with less in common are unrelated. */
const LEAST_SHARED = 0.25;
/** A single one may be a constant that only looks like a selector. */
const FEWEST = 2;

/** An unrelated contract, where comparing compiler settings makes no sense. */
export function explainOtherCode({ onchain, built }: Facts): readonly Explained[] {
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
