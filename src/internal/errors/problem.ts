import { withoutUndefined } from "../text/is-object.ts";
import { CATALOGUE, type ErrorCode } from "./catalogue.ts";
import { getDocsUrl } from "./home.ts";
import { NO_HOST } from "./host-words.ts";
import { type NextStep, type Reader, writeStep } from "./next-step.ts";

export type { ErrorCode } from "./catalogue.ts";

/** A fact about a problem: a short label and its value. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** A problem as data, so programs needn't parse text. */
export interface Problem {
  /** A stable code: `VC` followed by three digits. docs/errors.md explains each code. */
  readonly code: ErrorCode;
  /** One sentence. */
  readonly message: string;
  readonly facts: readonly Fact[];
  /** The likely cause, in a few words. */
  readonly likely?: string;
  /** A command to try, or a setting to change. */
  readonly next?: string;
  /** URL of the code's entry in docs/errors.md. Missing until the project has a public home. */
  readonly docs?: string;
}

/** Entries with the value `undefined` are omitted. */
export type Facts = readonly (readonly [label: string, value: string | undefined])[];

export interface ProblemDetails {
  /** Values for the `{placeholders}` of the catalogue's sentence. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly facts?: Facts;
  readonly likely?: string | undefined;
  readonly next?: NextStep | undefined;
}

/** @param reader The reader for whom the next step is written. @default a program without a host */
export function problem(
  code: ErrorCode,
  details: ProblemDetails = {},
  reader: Reader = { words: NO_HOST },
): Problem {
  const { likely, next } = details;
  const toText = (text: string) => removeRootKey(text, reader.words);
  return withoutUndefined({
    code,
    message: toText(fillPlaceholders(CATALOGUE[code].sentence, details.values ?? {})),
    facts: (details.facts ?? []).flatMap(([label, value]) =>
      value === undefined ? [] : [{ label: toText(label), value: toText(value) }],
    ),
    likely: likely && toText(likely),
    next: next && toText(writeStep(next, reader)),
    docs: getDocsUrl(code),
  });
}

/**
 * Thrown for usage errors and broken environments. The result of a verification is an outcome and is never thrown.
 * `problem` contains the code and the facts.
 */
export class VerifyContractError extends Error {
  override readonly name = "VerifyContractError";
  readonly code: ErrorCode;
  readonly problem: Problem;
  readonly #details: ProblemDetails & ErrorOptions;
  readonly #reader: Reader | undefined;

  constructor(code: ErrorCode, details: ProblemDetails & ErrorOptions = {}, reader?: Reader) {
    const it = problem(code, details, reader);
    super(`${code} ${it.message}`, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.problem = it;
    this.#details = details;
    this.#reader = reader;
  }

  /** The constructor's `details`, from which the error can be recreated. */
  get details(): ProblemDetails {
    const { cause: _, ...details } = this.#details;
    return details;
  }

  withFacts(facts: Facts): VerifyContractError {
    return this.#copy({ ...this.#details, facts: [...(this.#details.facts ?? []), ...facts] });
  }

  /** Returns a copy with `change` applied to its values, facts, steps and stack. Keeps the cause. */
  withTexts(change: <T>(value: T) => T): VerifyContractError {
    const { cause, ...details } = this.#details;
    const reader = this.#reader && { ...this.#reader, line: change(this.#reader.line) };
    return this.#copy({ ...change(details), cause }, reader, change(this.stack));
  }

  /** Returns a copy whose next step is written for this reader. Keeps the user's command. */
  for({ words, line = this.#reader?.line }: Reader): VerifyContractError {
    return this.#copy(this.#details, { words, line });
  }

  #copy(
    details: ProblemDetails & ErrorOptions,
    reader = this.#reader,
    stack = this.stack,
  ): VerifyContractError {
    const copy = new VerifyContractError(this.code, details, reader);
    if (stack !== undefined) copy.stack = stack;
    return copy;
  }
}

/** Drops Hardhat's root key, which separate configuration files don't have. */
function removeRootKey(text: string, words: Reader["words"]): string {
  return words === NO_HOST || words.configKey !== undefined
    ? text
    : text.replace(/(?<![\w/])verifyContract\.(?=[a-z])(?!sol\b)/g, "");
}

function fillPlaceholders(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : String(value);
  });
}

/** @param option The option, variable or key with the invalid value. */
export function invalidValue(
  option: string,
  value: string,
  takes?: string,
  more: Pick<ProblemDetails, "likely" | "next"> = {},
): VerifyContractError {
  return new VerifyContractError("VC106", { values: { option, value }, facts: [["Takes", takes]], ...more });
}
