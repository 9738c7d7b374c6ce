import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { withOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { SubmissionReport } from "../../report/model.ts";
import { type Plan, type PlannedSubmission, planSubmission } from "../../submission/plan-submission.ts";
import { writeNext } from "../next-steps.ts";
import type { Run } from "../run.ts";
import type { FoundBuild } from "./find-build.ts";

export function planSubmissions(run: Run, facts: DeploymentFacts, build: FoundBuild): Plan {
  const { requirement, buildSource, sources } = run.request;
  const planned = planSubmission(
    {
      ...build,
      creationTransactionHash: facts.creation?.transactionHash,
      libraries: requirement.minMatch === "match" ? build.unlinked : [],
    },
    buildSource.kind === "standard-json-input" ? "as-given" : sources,
  );
  if ("first" in planned) return planned;
  throw new VerifyContractError("VC205", {
    facts: [
      ["Contract", build.contract.fullyQualifiedName],
      ["Reason", planned.unknown],
    ],
    next: writeNext(run, withOptions(["--sources", "full"])),
  });
}

export function listUnsent({ first, fallback, linked }: Plan): readonly SubmissionReport[] {
  const inputs = [first, fallback, linked].filter((each) => each !== undefined);
  return inputs.map((each) => createSubmissionReport(each, false, null));
}

export function createSubmissionReport(
  planned: PlannedSubmission,
  sent: boolean,
  verificationId: string | null,
): SubmissionReport {
  // The output selection doesn't affect the code.
  const { outputSelection: _, ...settings } = planned.body.stdJsonInput.settings;
  return {
    sent,
    verificationId,
    sources: planned.sources,
    reason: planned.reason,
    contractIdentifier: planned.body.contractIdentifier,
    compilerVersion: planned.body.compilerVersion,
    creationTransactionHash: planned.body.creationTransactionHash ?? null,
    bytes: planned.bytes,
    files: planned.files,
    settings,
  };
}
