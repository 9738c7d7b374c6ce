import { isSameCode } from "../bytecode/compare.ts";
import type { CodeTemplate } from "../domain/code-template.ts";
import { canImprove, type ExpectedMatch } from "../domain/match.ts";
import type { JobError, MatchSummary } from "../domain/record.ts";
import type { ServiceError } from "../services/service-error.ts";
import { classifyFailure, detectMissingLinks, type NonLinkingService } from "./job-failures.ts";

export const KEPT = "the service refused the submission and keeps its stored match";

/** The end of a submission. */
export type SubmissionEnd =
  | {
      readonly kind: "matched";
      readonly verificationId: string;
      readonly match: MatchSummary;
      /** True if only a journal links the job to this input. */
      readonly isOfEarlierRun?: boolean;
    }
  /** The job found an equal or better match stored, and changed nothing. */
  | { readonly kind: "already-verified"; readonly verificationId: string; readonly isOfEarlierRun?: boolean }
  /** The job found no match, or couldn't finish. */
  | {
      readonly kind: "failed";
      readonly verificationId: string;
      readonly error: JobError;
      /** The job had ended before this submission, and the service didn't start a new job. */
      readonly isOld?: boolean;
      /** Compiler timeouts so far for submissions of this input. */
      readonly tries?: number;
    }
  /** If there is no error, the stored record determines the result. */
  | {
      readonly kind: "without-job";
      /** Both sides are stored as exact matches, or the service never replaces a match. */
      readonly isRefused?: boolean;
      /** Another job for the contract is running, possibly with this input. */
      readonly mayRun?: boolean;
      /** The service refused the input, or the request never reached it. */
      readonly error?: ServiceError;
    };

export type NextStep = "done" | "send-fallback" | "send-again" | "send-linked";

/**
 * Submitting once more helps only with a wider input, or after a transient failure. A refusal is final.
 *
 * @param wider Undefined if there are no more sources, or if they were already sent.
 * @param mayLink Undefined if there are no libraries to link. Linking in the settings gives a weaker match.
 */
export function decideNextStep(
  end: SubmissionEnd,
  expected: ExpectedMatch,
  wider: WiderInput | undefined,
  repeats: number,
  mayLink?: (service: NonLinkingService) => boolean,
): NextStep {
  switch (end.kind) {
    case "matched": {
      const { match } = end;
      // An exact match on one side proves that the input is correct. More files can't improve the other side.
      const isProven = [match.creationMatch, match.runtimeMatch].includes("exact_match");
      return wider !== undefined && !isProven && canImprove(match, expected) ? "send-fallback" : "done";
    }
    case "already-verified":
    case "without-job":
      return "done";
    case "failed": {
      const unlinked = detectMissingLinks(end.error);
      if (unlinked !== undefined && mayLink !== undefined) return mayLink(unlinked) ? "send-linked" : "done";
      // The same submission would return the same old job.
      if (end.isOld !== true && repeats < classifyFailure(end.error).repeats) return "send-again";
      return wider !== undefined && needsMoreSources(end.error, wider) ? "send-fallback" : "done";
    }
  }
}

export interface WiderInput {
  readonly paths: ReadonlySet<string>;
  /** The build's code, compiled from all sources. */
  readonly template: CodeTemplate;
  /** 0x-prefixed hex. */
  readonly runtimeBytecode: string;
}

/**
 * Sending the full input publishes additional contracts, so this needs proof: either the compiler reports a missing
 * source that the full input contains, or the service compiled the reduced input to different code.
 */
export function needsMoreSources(error: JobError, wider: WiderInput): boolean {
  switch (error.customCode) {
    case "compiler_error":
    case "compilation_error":
      return (error.compilerErrors ?? []).some((text) => {
        const path = MISSING.exec(text.split("\n", 1)[0] ?? "")?.[1];
        return path !== undefined && wider.paths.has(path);
      });
    case "extra_file_input_bug":
      return !sawDifferentCode(error, wider) && hasCompiledSameCode(error, wider) !== true;
    case "no_match":
    case "bytecode_length_mismatch":
      return !sawDifferentCode(error, wider) && hasCompiledSameCode(error, wider) === false;
    default:
      return false;
  }
}

/** The service's node may lag or be on another network. */
export function sawDifferentCode(
  { onchainRuntimeCode }: JobError,
  { runtimeBytecode }: Pick<WiderInput, "runtimeBytecode">,
): boolean {
  return (
    onchainRuntimeCode !== undefined && onchainRuntimeCode.toLowerCase() !== runtimeBytecode.toLowerCase()
  );
}

/** Undefined if the service doesn't return the compiled code. */
export function hasCompiledSameCode(
  { recompiledRuntimeCode }: JobError,
  { template }: Pick<WiderInput, "template">,
): boolean | undefined {
  return recompiledRuntimeCode === undefined
    ? undefined
    : isSameCode("runtime", recompiledRuntimeCode, template);
}

/** Later lines quote the sources. In messages from old compilers, the first line begins with the location. */
const MISSING = /^(?:\S+:\d+:\d+: )?ParserError: Source "(.+)" not found: /;
