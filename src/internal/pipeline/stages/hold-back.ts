import { advice, rebuild } from "../../errors/next-step.ts";
import { Ended } from "../findings.ts";
import type { Run } from "../run.ts";
import type { FoundBuild } from "./find-build.ts";

/**
 * Holds a submission back whose match is known not to be exact although another build's would be. What a service stores
 * stays, so the person at the terminal decides. Without a terminal, a match is as good as the user asks for.
 *
 * @throws Ended where nothing is to be sent.
 */
export async function holdBack(run: Run, { isNotAsDeployed, contract, expected }: FoundBuild): Promise<void> {
  if (isNotAsDeployed !== true) return;
  const { confirm, onProgress, signal } = run.ports;
  const { minMatch } = run.request.requirement;
  const isRefused = minMatch === "exact_match";
  const isAsked = !isRefused && confirm !== undefined;
  onProgress({ type: "not-as-deployed", isAsked });
  if (!isRefused && (confirm === undefined || (await confirm(QUESTION, signal)))) return;
  throw new Ended("mismatch", {
    code: "VC211",
    values: { name: contract.fullyQualifiedName },
    facts: [
      ["Asked for", isRefused ? minMatch : undefined],
      ["Answered", isRefused ? undefined : "no"],
      ["Expected", `creation ${expected.creation}, runtime ${expected.runtime}`],
      ["Because", expected.reasons.join("; ")],
    ],
    likely: "a comment, a path or a setting is not what was deployed",
    next: advice("check out the deployed commit and compile", rebuild),
  });
}

const QUESTION = "Submit it all the same, for a match that is not exact?";
