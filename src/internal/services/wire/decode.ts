import * as z from "zod";
import type { ErrorCode } from "../../errors/catalogue.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { cleanText } from "../../text/clean-text.ts";
import { explainIssues, formatPath } from "../../text/explain-issues.ts";
import { isObject } from "../../text/is-object.ts";
import { unusableAnswer } from "../http/failures.ts";
import type { ServiceAnswer } from "../http/http-client.ts";
import { DuplicateKeyError, JsonLimitError, type JsonObject, parseJson } from "../http/parse-json.ts";

/** An object whose fields the caller reads. */
export const anyAnswer = z.custom<JsonObject>(isObject, "expected an object");

/** @throws ServiceError of kind `unusable` */
function parseBody(answer: ServiceAnswer): unknown {
  try {
    return parseJson(answer.text);
  } catch (cause) {
    const isComplete = cause instanceof DuplicateKeyError || cause instanceof JsonLimitError;
    const comesAgain = isComplete || undefined;
    throw unusableAnswer(answer, answer.about, explainInvalidJson(answer.text, cause), { cause, comesAgain });
  }
}

function explainInvalidJson(text: string, cause: unknown): string {
  if (cause instanceof DuplicateKeyError)
    return `one object has the key "${cleanText(cause.key, 100)}" twice`;
  if (cause instanceof JsonLimitError) return cause.message;
  return text.trim() === "" ? "it is empty" : "it is not JSON";
}

/** @throws ServiceError of kind `unusable` with the first problem found */
export function decode<Schema extends z.ZodType>(answer: ServiceAnswer, schema: Schema): z.output<Schema> {
  const value = parseBody(answer);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = explainIssues(result.error.issues.slice(0, 1), { value });
  const where = cleanText(formatPath(issue?.path ?? [], ""), 100);
  const what = cleanText(issue?.text ?? "wrong form", 200);
  throw unusableAnswer(answer, answer.about, where === "" ? what : `at ${where}: ${what}`, {
    cause: result.error,
    comesAgain: true,
  });
}

export type PathValue = string | number | bigint;

export interface ArgumentFormat {
  readonly name: string;
  readonly pattern: RegExp;
  readonly expected: string;
  /** @default VC106 */
  readonly code?: ErrorCode;
}

/**
 * Returns the argument as text.
 *
 * @throws VerifyContractError if the argument has the wrong format
 */
export function validateArgument(
  value: PathValue,
  { name, pattern, expected, code = "VC106" }: ArgumentFormat,
): string {
  const text = String(value);
  if (pattern.test(text)) return text;
  throw new VerifyContractError(code, {
    values: { option: name, target: text, value: text },
    facts: [["Expected", expected]],
  });
}
