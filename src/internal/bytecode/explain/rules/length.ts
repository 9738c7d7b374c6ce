import { bytes, type Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";

/** One code is the beginning of the other. */
export function explainLength({ onchain, built, comparison }: Facts): readonly Explained[] {
  const isOnlyLength = comparison.differences.every(({ kind }) => kind === "length");
  const missing = built.code.length - onchain.code.length;
  if (!isOnlyLength || missing === 0) return [];
  return [
    missing > 0
      ? {
          kind: "truncated",
          side: "runtime",
          certainty: "certain",
          text: `the code on chain is the beginning of this build's code: its last ${bytes(missing)} are missing`,
        }
      : {
          kind: "extended",
          side: "runtime",
          certainty: "certain",
          text: `the code on chain is this build's code with ${bytes(-missing)} more at its end`,
        },
  ];
}
