import * as z from "zod";
import { cleanText } from "../../text/clean-text.ts";
import { explainIssues, formatPath } from "../../text/explain-issues.ts";
import { isObject } from "../../text/is-object.ts";
import { type ServiceAnswer, unusableAnswer } from "../http/failures.ts";
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
    throw unusableAnswer(answer, explainInvalidJson(answer.text, cause), { cause, comesAgain });
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
  throw unusableAnswer(answer, where === "" ? what : `at ${where}: ${what}`, {
    cause: result.error,
    comesAgain: true,
  });
}
