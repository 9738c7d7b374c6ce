import type { JobError } from "../domain/record.ts";

/** The meaning of a failed job for the input and the service. */
export type FailureKind =
  /** The service compiled the input, and the code on chain is different. */
  | "mismatch"
  /** The service can't compile the input, whatever is on chain. Only another input or another service helps. */
  | "bad-input"
  /** The service or its node had a problem, and the input may be right: waiting helps. */
  | "passing"
  /** The compiler did not end in the service's time. A service that is less busy may compile the same input. */
  | "timed-out"
  /** No known service documents the code, so nothing is assumed. */
  | "unknown";

export interface JobFailure {
  readonly kind: FailureKind;
  /** How often a run sends the same input again. */
  readonly repeats: number;
}

const none = (kind: FailureKind, codes: readonly string[]) => codes.map((code) => row(code, kind, 0));
const row = (code: string, kind: FailureKind, repeats: number): readonly [string, JobFailure] => [
  code,
  { kind, repeats },
];

/** The codes of failed jobs of all known services, by what they mean. */
const FAILURES: ReadonlyMap<string, JobFailure> = new Map([
  ...none("mismatch", ["no_match", "bytecode_length_mismatch", "extra_file_input_bug"]),
  // Conflux.
  ...none("mismatch", ["constructor_args_not_abi_encoded", "constructor_args_not_match"]),
  ...none("bad-input", [
    "compiler_error",
    "contract_not_found_in_compiler_output",
    "compiled_bytecode_is_zero",
  ]),
  ...none("bad-input", ["invalid_language", "unsupported_language", "unsupported_compiler_version"]),
  // Tempo; `compilation_failed` is a compiler that it can't get.
  ...none("bad-input", ["compilation_error", "compilation_failed", "contract_not_found_in_output"]),
  // Avalanche.
  ...none("bad-input", [
    "invalid_compiler_version",
    "invalid_compilation_target",
    "missing_or_invalid_source",
  ]),
  ...["internal_error", "no_compiler_output", "job_not_found"].map((code) => row(code, "passing", 1)),
  ...["contract_not_deployed", "cannot_fetch_bytecode", "onchain_runtime_bytecode_not_available"].map(
    (code) => row(code, "passing", 3),
  ),
  // Tempo: no code at the address; its compilers' host was unreachable; and no final state, as its job may still match.
  row("contract_not_found", "passing", 3),
  row("container_error", "passing", 1),
  row("timeout", "timed-out", 0),
  row("compilation_timeout", "timed-out", 0),
  // Avalanche, whose compilers are busy for longer than a run waits.
  row("too_many_requests", "passing", 0),
]);

const UNKNOWN: JobFailure = { kind: "unknown", repeats: 0 };

/** The meaning of a failed job. */
export function failureOf({
  customCode,
  compilerErrorMessage,
}: Pick<JobError, "customCode" | "compilerErrorMessage">): JobFailure {
  const known = FAILURES.get(customCode) ?? UNKNOWN;
  // Never `message`: it quotes the compiler, and so the sources.
  if (customCode !== "compiler_error" || compilerErrorMessage === undefined) return known;
  if (TOO_SLOW.test(compilerErrorMessage)) return { kind: "timed-out", repeats: 0 };
  // A download may succeed the next time; a compiler that does not exist can't be downloaded then either.
  const isDownload = /fetch|download/i.test(compilerErrorMessage) && !MISSING.test(compilerErrorMessage);
  return isDownload ? { ...known, repeats: 1 } : known;
}

/** The local service says the first, and Sourcify's own compilers say the others. */
const TOO_SLOW = /took longer than|timed out|time limit/i;
const MISSING = /\bnot found\b|\b404\b/i;

/** Submissions of one input that a service did not compile in its time, after which it is sent no more. */
export const MOST_TRIES = 3;

/** A service that doesn't link: what it says, and whether it replaces a match that is not exact. */
export interface LinksNothing {
  readonly upgrades: boolean;
}

/** The placeholder of a library, which isn't hex. */
const PLACEHOLDER = /\("__"|__\$[0-9a-f]{34}\$__/i;

/**
 * True if a job may have failed because the service puts no libraries into the code by itself; only for code that has
 * some to link.
 */
export function linksNothing({ customCode, message }: JobError): LinksNothing | undefined {
  // Tempo upgrades in place; Avalanche keeps the first match for ever.
  if (customCode === "internal_error" && PLACEHOLDER.test(message)) return { upgrades: true };
  return customCode === "missing_or_invalid_source" ? { upgrades: false } : undefined;
}

/** True if waiting helps after a failure with this code. */
export function isPassing(customCode: string): boolean {
  const { kind } = failureOf({ customCode });
  return kind === "passing" || kind === "timed-out";
}
