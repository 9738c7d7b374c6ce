import { replaceObject } from "../../bytecode/compare.ts";
import { inferTemplate } from "../../bytecode/inferred-template.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { codeLength } from "../../domain/code-template.ts";
import type { JobError } from "../../domain/record.ts";
import { advice, again, rebuild, withOptions } from "../../errors/next-step.ts";
import type { ErrorCode, ProblemDetails } from "../../errors/problem.ts";
import type { Explanation, Outcome } from "../../report/model.ts";
import { classifyFailure, detectMissingLinks, MAX_TRIES } from "../../submission/job-failures.ts";
import { hasCompiledSameCode, type JobEnd, sawDifferentCode } from "../../submission/next-step.ts";
import type { PlannedSubmission } from "../../submission/plan-submission.ts";
import { Ended, type Run } from "../run.ts";
import { explainMismatch } from "./explain-mismatch.ts";
import type { FoundBuild } from "./find-build.ts";

const OLD = "the job ended before this submission, and the service didn't start a new one";

const TOO_SLOW =
  "the service's compiler timed out: the service is busy, or its limit is too short for these sources";
const TOO_SLOW_AGAIN =
  "compilation timed out in three attempts at this service; the input is sent again an hour after the last attempt";
const MORE_TIME = advice(
  "use a service with a longer compilation timeout; for local services, restart serve with a longer --compile-timeout",
);

export function endFailedJob(
  run: Run,
  { error, verificationId, isOld, tries = 1 }: Extract<JobEnd, { kind: "failed" }>,
  planned: PlannedSubmission,
  deployed: DeploymentFacts,
  build: FoundBuild,
): Ended {
  const explained = explainJob(run, error, deployed, build);
  const { explanations } = explained;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Contract", planned.body.contractIdentifier],
    ["Verification id", verificationId],
    ["Service said", `${error.customCode}: ${error.message}`],
    ["Old result", isOld === true ? OLD : undefined],
    ...listMessages(error)
      .slice(0, 3)
      .map((text) => ["Compiler", text] as const),
  ];
  if (build.unlinked.length > 0 && detectMissingLinks(error) !== undefined) {
    const canLink = planned.body.stdJsonInput.settings.libraries === undefined;
    const likely =
      "the service doesn't link libraries: it needs their addresses in the settings, and then the match isn't exact";
    const next = canLink ? withOptions(["--min-match", "match"]) : undefined;
    return new Ended("rejected", { code: "VC410", facts, likely, next });
  }
  const end = (outcome: Outcome, code: ErrorCode, details: ProblemDetails): Ended =>
    new Ended(outcome, { code, facts, ...details, found: { explanations } });
  switch (classifyFailure(error).kind) {
    case "mismatch": {
      const [first] = explanations ?? run.findings.explanations;
      const canWiden = planned.sources === "minimal" && explained.sawOtherCode !== true;
      const next = canWiden ? withOptions(["--sources", "full"]) : first && advice(first.next);
      const { likely } = explained;
      return end("mismatch", "VC404", { facts: [...facts, ...explained.facts], likely, next });
    }
    case "bad-input":
      return end("rejected", "VC405", adviseOnBadInput(run, error, planned));
    case "passing":
      // The service would return the same old job for an identical submission.
      return isOld === true ? end("rejected", "VC410", {}) : end("unavailable", "VC410", { next: again });
    case "timed-out": {
      const tried = [...facts, ["Tries", `${tries} of ${MAX_TRIES}`]] as const;
      return tries < MAX_TRIES
        ? end("unavailable", "VC405", { facts: tried, likely: TOO_SLOW, next: again })
        : end("rejected", "VC405", { likely: TOO_SLOW_AGAIN, next: MORE_TIME });
    }
    case "unknown": {
      const likely = `no known service documents the code ${error.customCode}: only the service's message explains it`;
      return end("rejected", "VC410", { likely });
    }
  }
}

const LACKS_COMPILER = /^No compiler (\d+\.\d+\.\d+)(?:\+\S*)? is configured/;

function adviseOnBadInput(
  { ports: { words } }: Run,
  { customCode, compilerErrorMessage = "" }: JobError,
  { sources }: PlannedSubmission,
): Pick<ProblemDetails, "likely" | "next"> {
  const [, lacking] = LACKS_COMPILER.exec(compilerErrorMessage) ?? [];
  if (lacking !== undefined)
    return {
      likely:
        "serve has only the compilers that it found in its own project when it started: install it there, then restart serve",
      next: advice(words.getCompiler(lacking)),
    };
  if (/version/.test(customCode)) return { next: OTHER_SERVICE };
  return { next: sources === "minimal" ? withOptions(["--sources", "full"]) : COMPILE_ALL };
}

const OTHER_SERVICE = advice(
  "configure a service that has this compiler, or compile with a released version and deploy again",
);
const COMPILE_ALL = advice("recompile the whole project, then run the command again", rebuild);

/**
 * The compiler's output. If the compiler didn't start, the reason comes first, unless the service's message contains
 * it.
 */
function listMessages({ message, compilerErrors = [], compilerErrorMessage }: JobError): readonly string[] {
  return compilerErrorMessage === undefined || message.includes(compilerErrorMessage)
    ? compilerErrors
    : [compilerErrorMessage, ...compilerErrors];
}

interface JobExplanation {
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly likely?: string;
  /** True if the code that the service compared differs from the on-chain code that this run read. */
  readonly sawOtherCode?: boolean;
  readonly explanations?: readonly Explanation[];
}

/** Compares the service's on-chain and recompiled bytecode with this run's. */
function explainJob(
  run: Run,
  error: JobError,
  facts: DeploymentFacts,
  { compiled, compilation }: FoundBuild,
): JobExplanation {
  const { onchainRuntimeCode = "", recompiledRuntimeCode, recompiledCreationCode } = error;
  const { runtimeBytecode } = facts;
  if (sawDifferentCode(error, facts)) {
    const sizes = `${codeLength(onchainRuntimeCode)} bytes according to the service, ${codeLength(runtimeBytecode)} bytes according to this run's node`;
    return {
      facts: [["On chain", sizes]],
      likely: "the service's node lags behind, or is on another network",
      sawOtherCode: true,
    };
  }
  if (recompiledRuntimeCode === undefined) return { facts: [] };
  const template = {
    runtime:
      compiled === undefined
        ? inferTemplate("runtime", recompiledRuntimeCode)
        : replaceObject(compiled.runtime, recompiledRuntimeCode),
    creation: inferTemplate("creation", recompiledCreationCode ?? "0x"),
  };
  const explanations = explainMismatch(run, facts, template, compilation);
  const explained = { facts: explanations.map(({ text }) => ["Differs", text] as const), explanations };
  const isBuilds =
    compiled === undefined || hasCompiledSameCode(error, { template: compiled.runtime }) === true;
  return isBuilds
    ? explained
    : { ...explained, likely: "the service compiled the input to code that differs from this build's code" };
}
