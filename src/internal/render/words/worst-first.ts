import type { AskedNetwork } from "../../report/report-network.ts";
import type { Verdict } from "./verdict.ts";

const WEIGHTS: Readonly<Record<Verdict["kind"], number>> = { wrong: 0, unknown: 1, weak: 2, good: 3 };

/** The sort key is smallest for the worst verdict. */
export function getWeight({ kind }: Verdict): number {
  return WEIGHTS[kind];
}

/** Stable, so equally bad items keep their order. The smallest weight comes first. */
export function worstFirst<T>(all: readonly T[], weight: (each: T) => number): readonly T[] {
  return [...all].sort((one, other) => weight(one) - weight(other));
}

export interface Chain<Row> {
  readonly network: AskedNetwork | null;
  readonly rows: readonly Row[];
}

/** Sorts chains by their worst contract, and contracts within a chain from worst to best. */
export function byChain<Row extends { readonly network: AskedNetwork | null }>(
  rows: readonly Row[],
  weight: (row: Row) => number,
): readonly Chain<Row>[] {
  const chains = [...Map.groupBy(rows, ({ network }) => network?.chainId).values()].map(
    (ofChain): Chain<Row> => ({
      network: ofChain[0]?.network ?? null,
      rows: worstFirst(ofChain, weight),
    }),
  );
  return worstFirst(chains, (chain) => Math.min(...chain.rows.map(weight)));
}
