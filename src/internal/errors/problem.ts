import { CATALOGUE, type ErrorCode } from "./catalogue.ts";

export type { ErrorCode } from "./catalogue.ts";

/** One fact of a problem: a short label and its value. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/**
 * Something that went wrong, as data: what happened, the facts, the likely cause, the next command.
 * It stands in reports and inside {@link VerifyContractError}, so nobody has to parse text.
 */
export interface Problem {
  /** Stable code, `VC` and three digits; docs/errors.md explains each. */
  readonly code: ErrorCode;
  /** One sentence. */
  readonly message: string;
  readonly facts: readonly Fact[];
  /** The likely cause, in a few words. */
  readonly likely?: string;
  /** A command to try, or a setting to change. */
  readonly next?: string;
}

export interface ProblemDetails {
  /** Values for the `{placeholders}` of the catalogue's sentence. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Entries with the value `undefined` are left out. */
  readonly facts?: readonly (readonly [label: string, value: string | undefined])[];
  readonly likely?: string | undefined;
  readonly next?: string | undefined;
}

/** Makes a problem from its catalogue entry. */
export function problem(code: ErrorCode, details: ProblemDetails = {}): Problem {
  const { likely, next } = details;
  return {
    code,
    message: fillIn(CATALOGUE[code].sentence, details.values ?? {}),
    facts: (details.facts ?? []).flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
    ...(likely === undefined ? {} : { likely }),
    ...(next === undefined ? {} : { next }),
  };
}

/**
 * Thrown for wrong use and broken environments; what a verification finds out is an outcome and not thrown.
 * `problem` has the code and the facts.
 */
export class VerifyContractError extends Error {
  override readonly name = "VerifyContractError";
  readonly code: ErrorCode;
  readonly problem: Problem;

  constructor(code: ErrorCode, details: ProblemDetails & ErrorOptions = {}) {
    const it = problem(code, details);
    super(`${code} ${it.message}`, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.problem = it;
  }
}

function fillIn(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : String(value);
  });
}
