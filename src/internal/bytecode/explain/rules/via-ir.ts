import type { Explanation } from "../explanation.ts";
import type { Facts } from "../facts.ts";

export function explainViaIr({ onchain, built, settings }: Facts): readonly Explanation[] {
  if (onchain.pipeline === undefined || built.pipeline === undefined) return [];
  if (onchain.pipeline === built.pipeline) return [];
  const isKnown = settings !== undefined && settings.viaIR === (built.pipeline === "via-ir");
  return [
    {
      kind: "via-ir",
      side: "runtime",
      certainty: isKnown ? "certain" : "likely",
      text:
        onchain.pipeline === "via-ir"
          ? "the code on chain begins as viaIR code does, this build was compiled without viaIR"
          : "the code on chain begins as code without viaIR does, this build was compiled with viaIR",
    },
  ];
}
