import { chooseBuild, type FittingBuild } from "../../build/choose-build.ts";
import { nearestCandidates } from "../../build/nearest-candidates.ts";
import { problem } from "../../errors/problem.ts";
import type { DeploymentFacts } from "../../target/deployment-facts.ts";
import { Ended, type Run } from "../run.ts";
import type { Builds } from "./read-builds.ts";

type Compiled = Extract<Builds, { kind: "compiled" }>;

/** Several contracts that nothing tells apart. */
export function ambiguous(run: Run, builds: readonly FittingBuild[]): Ended {
  const names = builds.map(({ candidate }) => candidate.fullyQualifiedName);
  return new Ended(
    "no-build",
    problem("VC203", {
      facts: [["Candidates", names.join(", ")]],
      next: run.command(`--contract ${names[0]}`),
    }),
  );
}

/** No contract of the build has the code that is on chain: names the nearest, and what differs. */
export function noBuild(run: Run, facts: DeploymentFacts, { set, candidates }: Compiled): Ended {
  const { request } = run;
  const near = nearestCandidates(facts.runtimeBytecode, candidates);
  run.draft.candidates = near.map(({ candidate, summary, differences }) => ({
    fullyQualifiedName: candidate.fullyQualifiedName,
    buildId: candidate.buildId,
    summary,
    differences: [...differences],
  }));
  const [nearest] = near;
  const other = request.contract === undefined ? undefined : otherContract(facts, set);
  return new Ended(
    "no-build",
    problem("VC204", {
      values: { where: set.where },
      facts: [
        ["Contract", request.contract],
        ["Address", `${facts.address} on chain ${facts.chainId}`],
        ["Compared", `${candidates.length} ${candidates.length === 1 ? "contract" : "contracts"}`],
        ["Nearest", nearest?.candidate.fullyQualifiedName],
        ["Differs", nearest?.summary],
      ],
      likely:
        other !== undefined
          ? `it is ${other}`
          : nearest === undefined
            ? "the contract is not of this project"
            : "other sources, another build profile or other compiler settings were deployed",
      next:
        other === undefined
          ? run.command("--build-info <the build that was deployed>")
          : run.command(`--contract ${other}`),
    }),
  );
}

/** The contract of the build that is there instead of the one that the user named. */
function otherContract(facts: DeploymentFacts, { candidates }: Compiled["set"]): string | undefined {
  const choice = chooseBuild(facts.runtimeBytecode, facts.creation?.creationBytecode, candidates);
  return choice.kind === "found" ? choice.build.candidate.fullyQualifiedName : undefined;
}
