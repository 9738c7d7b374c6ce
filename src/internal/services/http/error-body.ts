import { cleanText, firstLine } from "../../text/clean-text.ts";
import { asObject, isObject } from "../../text/is-object.ts";
import { jsonOrUndefined } from "./parse-json.ts";

/** A service's error, from its own kind of error body. */
interface ErrorBody {
  readonly customCode?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Reads the error bodies of all three services: `{customCode, message}` of a verification service,
 * `{_status: {messages: [{message, detail}]}}` of a query service, and of anything else the first line.
 */
export function readErrorBody(text: string): ErrorBody {
  const body = asObject(jsonOrUndefined(text));
  const customCode = textOf(body.customCode, 100);
  const message = textOf(body.message, 500);
  if (customCode !== undefined || message !== undefined) return { customCode, message };
  return { message: queryServiceMessages(body) || firstLine(text) || undefined };
}

function textOf(value: unknown, most: number): string | undefined {
  return typeof value === "string" ? cleanText(value, most) : undefined;
}

function queryServiceMessages(body: Readonly<Record<string, unknown>>): string {
  const { messages } = asObject(body._status);
  if (!Array.isArray(messages)) return "";
  const said = messages.filter(isObject).map(({ message, detail }) => {
    return [message, detail].filter((part) => typeof part === "string" && part !== "").join(": ");
  });
  return cleanText(said.join("; "), 500);
}
