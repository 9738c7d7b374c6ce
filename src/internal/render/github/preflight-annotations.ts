import type { PreflightContract, PreflightReport } from "../../report/preflight/model.ts";
import { type Annotation, type Place, problemLines, workflowCommands } from "./annotations.ts";

/**
 * A preflight as workflow commands of GitHub Actions, one a line: each finding at the declaration of its contract.
 *
 * @param inWorkspace Where a source is in the workspace; undefined if it is not there.
 */
export function preflightAnnotations(
  { contracts, error }: PreflightReport,
  inWorkspace: (source: Place) => Place | undefined,
): readonly string[] {
  const ofRun: readonly Annotation[] =
    error === undefined
      ? []
      : [
          {
            level: "error",
            place: undefined,
            title: `${error.code} verify-contract preflight`,
            lines: problemLines(error),
          },
        ];
  return workflowCommands([...ofRun, ...contracts.flatMap((contract) => ofContract(contract, inWorkspace))]);
}

function ofContract(
  { contract: { name, sourceName, line, fullyQualifiedName }, findings }: PreflightContract,
  inWorkspace: (source: Place) => Place | undefined,
): readonly Annotation[] {
  const place = inWorkspace({ file: sourceName, line });
  return findings.map((finding) => ({
    level: finding.level,
    place,
    title: `${finding.code} ${name}`,
    lines: [fullyQualifiedName, ...problemLines(finding)],
  }));
}
