import { compareCode } from "../bytecode/compare.ts";
import type { CodeTemplate } from "../domain/code-template.ts";
import { type ExpectedMatch, isWeakerThanExpected } from "../domain/match.ts";
import type { JobError } from "../domain/record.ts";
import type { SubmissionEnd } from "./job-end.ts";
import { failureOf, type LinksNothing, linksNothing } from "./job-failures.ts";

/** The step after a job. */
export type NextStep = "done" | "send-fallback" | "send-again" | "send-linked";

/**
 * Decides whether to submit once more: only where a wider input, or the same input after a transient failure, can help.
 * A refusal is final.
 *
 * @param wider The input with more sources; undefined if there is none, or it was sent already.
 * @param mayLink Whether the input may be sent with its libraries' addresses, which gives a weaker match; undefined if
 *   there are none to link.
 */
export function nextStep(
  end: SubmissionEnd,
  expected: ExpectedMatch,
  wider: WiderInput | undefined,
  repeats: number,
  mayLink?: (service: LinksNothing) => boolean,
): NextStep {
  switch (end.kind) {
    case "matched": {
      const { match } = end;
      // One exact side proves the input: more files can't improve the other side.
      const isProven = [match.creationMatch, match.runtimeMatch].includes("exact_match");
      return wider !== undefined && !isProven && isWeakerThanExpected(match, expected)
        ? "send-fallback"
        : "done";
    }
    case "already-verified":
    case "without-job":
      return "done";
    case "failed": {
      const unlinked = linksNothing(end.error);
      if (unlinked !== undefined && mayLink !== undefined) return mayLink(unlinked) ? "send-linked" : "done";
      // The same submission would be answered with the same old job.
      if (end.isOld !== true && repeats < failureOf(end.error).repeats) return "send-again";
      return wider !== undefined && needsMoreSources(end.error, wider) ? "send-fallback" : "done";
    }
  }
}

/** Facts about the input that has more sources, and the code that it compiled to. */
export interface WiderInput {
  /** Paths of all its sources. */
  readonly paths: ReadonlySet<string>;
  /** The build's code, compiled from all sources. */
  readonly template: CodeTemplate;
  /** eth_getCode, 0x-hex. */
  readonly runtimeBytecode: string;
}

/**
 * True if a job failed for want of sources, so that the input with all of them can help. It publishes other contracts,
 * so a guess is not enough: the compiler has to name a source that the wider input has, or the service has to have
 * compiled the narrower input to other code than the build has, for the very code that is on chain.
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
      return !isOfOtherChain(error, wider) && compiledSameCode(error, wider) !== true;
    case "no_match":
    case "bytecode_length_mismatch":
      return !isOfOtherChain(error, wider) && compiledSameCode(error, wider) === false;
    default:
      return false;
  }
}

/** The service looked at other code: its node lags behind, or is of another network. */
export function isOfOtherChain(
  { onchainRuntimeCode }: JobError,
  { runtimeBytecode }: Pick<WiderInput, "runtimeBytecode">,
): boolean {
  return (
    onchainRuntimeCode !== undefined && onchainRuntimeCode.toLowerCase() !== runtimeBytecode.toLowerCase()
  );
}

/** Undefined where the service does not say what it compiled. */
export function compiledSameCode(
  { recompiledRuntimeCode }: JobError,
  { template }: Pick<WiderInput, "template">,
): boolean | undefined {
  if (recompiledRuntimeCode === undefined) return undefined;
  return compareCode("runtime", recompiledRuntimeCode, template)?.sameCode === true;
}

/** Only in the first line: those after it quote the sources. Old compilers begin it with the place. */
const MISSING = /^(?:\S+:\d+:\d+: )?ParserError: Source "(.+)" not found: /;
