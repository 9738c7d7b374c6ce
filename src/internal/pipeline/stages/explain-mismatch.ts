import { type ExplainInput, explainDifferences } from "../../bytecode/explain/explain-differences.ts";
import { followProxy } from "../../errors/next-step.ts";
import type { Explanation } from "../../report/model.ts";
import { writeNext } from "../next-steps.ts";
import type { Run } from "../run.ts";

/** Why a code on chain is not quite a build's, each with a command to try; the most telling first. */
export function explainMismatch(run: Run, input: ExplainInput): Explanation[] {
  return explainDifferences(input).map((explanation) => ({
    ...explanation,
    next: nextStep(run, explanation.kind),
  }));
}

function nextStep(run: Run, kind: Explanation["kind"]): string {
  const withBuild = (what: string): string => `name ${what} with --build-info`;
  switch (kind) {
    case "no-code":
      return `choose the network that has the contract, with ${run.ports.words.network.flag}`;
    case "proxy":
      return writeNext(run, followProxy);
    case "optimizer":
      return withBuild("a build with those optimizer settings, perhaps of another build profile");
    case "compiler-version":
      return withBuild("a build by that compiler version");
    case "evm-version":
      return withBuild("a build for that EVM version");
    case "via-ir":
      return withBuild("a build with viaIR and viaSSACFG as they were set for the deployment");
    case "library":
      return withBuild("a build for those library addresses");
    case "constructor-arguments":
      return "give the creating transaction with --creation-tx-hash";
    case "truncated":
    case "extended":
    case "other-code":
    case "immutables":
    case "constant":
    case "sources":
    case "metadata":
    case "factory":
    case "unexplained":
    case "constructor":
      return withBuild("the build that was deployed");
  }
}
