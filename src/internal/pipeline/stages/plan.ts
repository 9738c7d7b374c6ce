import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { withOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { SubmissionReport } from "../../report/model.ts";
import { type PlannedSubmission, planSubmission } from "../../submission/plan-submission.ts";
import { writeNext } from "../next-steps.ts";
import type { Run } from "../run.ts";
import type { FoundBuild } from "./find-build.ts";

/** What to send, and what to send after it where the answer shows that more is needed. */
export interface Plan {
  readonly first: PlannedSubmission;
  readonly fallback: PlannedSubmission | undefined;
  /** Sent only where its weaker match is allowed. */
  readonly linked: PlannedSubmission | undefined;
}

/** Submission: the standard JSON input, as compiled. */
export function plan(run: Run, facts: DeploymentFacts, build: FoundBuild): Promise<Plan> {
  const planned = planSubmission(
    {
      input: build.compilation.input,
      compilerVersion: build.compilation.compilerVersion,
      inputSourceName: build.contract.inputSourceName,
      contractName: build.contract.name,
      creationTransactionHash: facts.creation?.transactionHash,
      libraries: run.request.requirement.minMatch === "match" ? build.unlinked : [],
    },
    run.request.buildSource.kind === "standard-json-input" ? "as-given" : run.request.sources,
  );
  if (planned.kind === "closure-unknown") {
    throw new VerifyContractError("VC205", {
      facts: [
        ["Contract", build.contract.fullyQualifiedName],
        ["Reason", planned.reason],
      ],
      next: writeNext(run, withOptions(["--sources", "full"])),
    });
  }
  return Promise.resolve(planned);
}

/** What a dry run would send. */
export function notSent({ first, fallback, linked }: Plan): readonly SubmissionReport[] {
  const inputs = [first, fallback, linked].filter((each) => each !== undefined);
  return inputs.map((each) => submissionReport(each, false, null));
}

/** A submission as the report shows it. */
export function submissionReport(
  planned: PlannedSubmission,
  sent: boolean,
  verificationId: string | null,
): SubmissionReport {
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
    settings: shownSettings(planned.body.stdJsonInput.settings),
  };
}

/** What a compiler is asked to write changes nothing in the code. */
function shownSettings({ outputSelection: _, ...settings }: Readonly<Record<string, unknown>>): {
  readonly [key: string]: unknown;
} {
  return settings;
}
