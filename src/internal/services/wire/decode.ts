import type { z } from "zod";
import { cleanText } from "../../text/clean-text.ts";
import { unusableAnswer } from "../http/failures.ts";
import type { ServiceAnswer } from "../http/http-client.ts";
import { parseJson } from "../http/parse-json.ts";

/** An answer's body as JSON. @throws ServiceError of kind `unusable` */
function jsonOf(answer: ServiceAnswer): unknown {
  try {
    return parseJson(answer.text);
  } catch (cause) {
    const reason = answer.text.trim() === "" ? "it is empty" : "it is not JSON";
    throw unusableAnswer(answer, answer.about, reason, { cause });
  }
}

/** An answer's body as a domain value. @throws ServiceError of kind `unusable`, naming the first thing that is wrong */
export function decode<Schema extends z.ZodType>(answer: ServiceAnswer, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(jsonOf(answer));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = cleanText(issue?.path.map(String).join(".") ?? "", 100);
  const what = cleanText(issue?.message ?? "wrong form", 200);
  throw unusableAnswer(answer, answer.about, where === "" ? what : `at ${where}: ${what}`, {
    cause: result.error,
  });
}
