import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import type { Submission } from "../../domain/record.ts";
import { advice, withOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { SubmissionReport } from "../../report/model.ts";
import {
  addLibraries,
  type Plan,
  type PlannedSubmission,
  planSubmission,
} from "../../submission/plan-submission.ts";
import { writeNext } from "../next-steps.ts";
import type { Proven } from "../ports.ts";
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
    next: advice(writeNext(run, withOptions(["--sources", "full"]))),
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
  addition?: string,
): SubmissionReport {
  const { sources, reason, bytes, files, body } = planned;
  const { contractIdentifier, compilerVersion, creationTransactionHash = null } = body;
  // The output selection doesn't affect the code.
  const { outputSelection: _, ...settings } = body.stdJsonInput.settings;
  return {
    sent,
    verificationId,
    sources,
    reason: addition === undefined ? reason : `${reason}; ${addition}`,
    contractIdentifier,
    compilerVersion,
    creationTransactionHash,
    bytes,
    files,
    settings,
  };
}

/**
 * Input for explorers. Undefined unless this project's runtime code and sources are proven or vouched for, and no claim
 * is refuted.
 */
export function getProvenInput(
  { findings: { claims = [], relation, constructorArguments } }: Run,
  { address, runtimeBytecode }: DeploymentFacts,
  { unlinked }: FoundBuild,
  { stdJsonInput, contractIdentifier, compilerVersion }: Submission,
): Proven | undefined {
  const getState = (claim: string) => claims.find(({ id }) => id === claim)?.state;
  const isShown = ["runtime-code", "sources"].every((id) => /^(proven|vouched)$/.test(getState(id) ?? ""));
  const isRefuted = claims.some(({ state }) => state === "refuted");
  if (!isShown || isRefuted || (relation !== undefined && relation.whose !== "ours")) return undefined;
  return {
    address,
    // Explorers take library addresses only from the settings.
    input: addLibraries(stdJsonInput, unlinked),
    contractIdentifier,
    compilerVersion,
    // Without decoded arguments, only proven creation code shows that there are none.
    constructorArguments:
      constructorArguments?.encoded ?? (getState("creation-code") === "proven" ? "0x" : undefined),
    runtimeBytecode,
    addedLibraries: unlinked.map(({ name }) => name),
  };
}
