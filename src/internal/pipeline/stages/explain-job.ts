import { compareCode, withObject } from "../../bytecode/compare.ts";
import { inferredTemplate } from "../../bytecode/inferred-template.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { codeLength } from "../../domain/code-template.ts";
import type { JobError } from "../../domain/record.ts";
import { linksNothing } from "../../submission/job-failures.ts";
import type { Run } from "../run.ts";
import { explainMismatch } from "./explain-mismatch.ts";
import type { FoundBuild } from "./find-build.ts";

/** What the codes that a failed job gives say about it. */
export interface JobExplanation {
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly likely?: string;
  /** The service compared with other code than is on chain here. */
  readonly sawOtherCode?: boolean;
  /** The service doesn't link, and the code has libraries. */
  readonly lacksLibraries?: boolean;
}

/**
 * Explains a failed job by the codes that the service compared: the one that it found on chain, and the one that it
 * compiled itself.
 */
export function explainJob(
  run: Run,
  error: JobError,
  facts: DeploymentFacts,
  { compiled, compilation, unlinked }: FoundBuild,
): JobExplanation {
  const { onchainRuntimeCode, recompiledRuntimeCode, recompiledCreationCode } = error;
  if (unlinked.length > 0 && linksNothing(error) !== undefined) return { facts: [], lacksLibraries: true };
  const { runtimeBytecode } = facts;
  if (onchainRuntimeCode !== undefined && !isSame(onchainRuntimeCode, runtimeBytecode)) {
    const sizes = `${codeLength(onchainRuntimeCode)} bytes for the service, ${codeLength(runtimeBytecode)} bytes for the node that was asked here`;
    return {
      facts: [["On chain", sizes]],
      likely: "the service asks a node that lags behind, or is of another network",
      sawOtherCode: true,
    };
  }
  if (recompiledRuntimeCode === undefined) return { facts: [] };
  run.draft.explanations = explainMismatch(run, {
    runtime: runtimeBytecode,
    creation: facts.creation?.initCode?.bytecode,
    template: {
      runtime:
        compiled === undefined
          ? inferredTemplate("runtime", recompiledRuntimeCode)
          : withObject(compiled.runtime, recompiledRuntimeCode),
      creation: inferredTemplate("creation", recompiledCreationCode ?? "0x"),
    },
    settings: compilation.input.settings,
    compilerVersion: compilation.compilerVersion,
  });
  const explained = run.draft.explanations.map(({ text }) => ["Differs", text] as const);
  const isBuilds =
    compiled === undefined ||
    compareCode("runtime", recompiledRuntimeCode, compiled.runtime)?.sameCode === true;
  return isBuilds
    ? { facts: explained }
    : { facts: explained, likely: "the service compiled the input to other code than this build has" };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
