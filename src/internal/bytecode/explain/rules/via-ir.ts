import type { CodePipeline } from "../code-pipeline.ts";
import type { Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";

export function explainViaIr({ onchain, built, settings }: Facts): readonly Explained[] {
  if (onchain.pipeline === undefined || built.pipeline === undefined) return [];
  if (onchain.pipeline === built.pipeline) return [];
  const isKnown = settings?.pipeline === built.pipeline;
  return [
    {
      kind: "via-ir",
      side: "runtime",
      certainty: isKnown ? "certain" : "likely",
      text: textOf(onchain.pipeline, built.pipeline),
    },
  ];
}

function textOf(onchain: CodePipeline, built: CodePipeline): string {
  if (onchain === "legacy" && built === "via-ir")
    return "the code on chain begins as code without viaIR does, this build was compiled with viaIR";
  // viaSSACFG includes viaIR.
  const setting = onchain === "ssa-cfg" || built === "ssa-cfg" ? "viaSSACFG" : "viaIR";
  return built === "ssa-cfg"
    ? `the code on chain begins as code without ${setting} does, this build was compiled with ${setting}`
    : `the code on chain begins as ${setting} code does, this build was compiled without ${setting}`;
}
