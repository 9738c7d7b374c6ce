import type { JobError } from "../domain/record.ts";

export type FailureKind =
  /** The service compiled the input, but the code on chain differs. */
  | "mismatch"
  /** The service can't compile the input, whatever is on chain. Only a different input or a different service helps. */
  | "bad-input"
  /** The service or its node had a problem, and the input may be right. Waiting helps. */
  | "passing"
  /** The compiler timed out. A less busy service may compile the same input. */
  | "timed-out"
  /** No known service documents the code, so nothing is assumed. */
  | "unknown";

export interface JobFailure {
  readonly kind: FailureKind;
  readonly repeats: number;
}

const ROWS: readonly (readonly [kind: FailureKind, repeats: number, customCodes: readonly string[]])[] = [
  ["mismatch", 0, ["no_match", "bytecode_length_mismatch", "extra_file_input_bug"]],
  // Conflux.
  ["mismatch", 0, ["constructor_args_not_abi_encoded", "constructor_args_not_match"]],
  ["bad-input", 0, ["compiler_error", "contract_not_found_in_compiler_output", "compiled_bytecode_is_zero"]],
  ["bad-input", 0, ["invalid_language", "unsupported_language", "unsupported_compiler_version"]],
  // Tempo. `compilation_failed` means that the service can't get the compiler.
  ["bad-input", 0, ["compilation_error", "compilation_failed", "contract_not_found_in_output"]],
  // Avalanche.
  ["bad-input", 0, ["invalid_compiler_version", "invalid_compilation_target", "missing_or_invalid_source"]],
  ["passing", 1, ["internal_error", "no_compiler_output", "job_not_found"]],
  [
    "passing",
    3,
    ["contract_not_deployed", "cannot_fetch_bytecode", "onchain_runtime_bytecode_not_available"],
  ],
  // Tempo's codes for an address without code, for an unreachable compiler host, and for a timeout. The timeout isn't
  // final, because the job may still match.
  ["passing", 3, ["contract_not_found"]],
  ["passing", 1, ["container_error"]],
  ["timed-out", 0, ["timeout", "compilation_timeout"]],
  // Avalanche, whose compilers stay busy for longer than a run waits.
  ["passing", 0, ["too_many_requests"]],
];

const FAILURES: ReadonlyMap<string, JobFailure> = new Map(
  ROWS.flatMap(([kind, repeats, customCodes]) =>
    customCodes.map((code) => [code, { kind, repeats }] as const),
  ),
);

const UNKNOWN: JobFailure = { kind: "unknown", repeats: 0 };

export function classifyFailure(error: Pick<JobError, "customCode" | "compilerErrorMessage">): JobFailure {
  const { customCode, compilerErrorMessage } = error;
  const known = FAILURES.get(customCode) ?? UNKNOWN;
  // Doesn't use `message`, because it quotes the compiler's output and therefore the sources.
  if (customCode !== "compiler_error" || compilerErrorMessage === undefined) return known;
  if (TOO_SLOW.test(compilerErrorMessage)) return { kind: "timed-out", repeats: 0 };
  // A download may succeed next time, but a compiler that doesn't exist can never be downloaded.
  const isDownload = /fetch|download/i.test(compilerErrorMessage) && !MISSING.test(compilerErrorMessage);
  return isDownload ? { ...known, repeats: 1 } : known;
}

/** Messages from the local service and from Sourcify's compilers. */
const TOO_SLOW = /took longer than|timed out|time limit/i;
const MISSING = /\bnot found\b|\b404\b/i;

export const MAX_TRIES = 3;

/** A service that doesn't link libraries. `upgrades` is true if the service replaces an inexact match. */
export interface NonLinkingService {
  readonly upgrades: boolean;
}

/** A library placeholder, which isn't hex. */
const PLACEHOLDER = /\("__"|__\$[0-9a-f]{34}\$__/i;

/** Used only for code with libraries to link. */
export function detectMissingLinks({ customCode, message }: JobError): NonLinkingService | undefined {
  // Tempo replaces an inexact match, while Avalanche keeps the first match forever.
  if (customCode === "internal_error" && PLACEHOLDER.test(message)) return { upgrades: true };
  return customCode === "missing_or_invalid_source" ? { upgrades: false } : undefined;
}

export function isTransientFailure(customCode: string): boolean {
  const { kind } = classifyFailure({ customCode });
  return kind === "passing" || kind === "timed-out";
}
