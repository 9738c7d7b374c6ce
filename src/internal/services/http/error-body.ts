import { cleanText, firstLine } from "../../text/clean-text.ts";
import { isObject } from "../../text/is-object.ts";
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
  const body = jsonOrUndefined(text);
  if (isObject(body)) {
    const customCode = textOf(body.customCode, 100);
    const message = textOf(body.message, 500);
    if (customCode !== undefined || message !== undefined) return { customCode, message };
    const said = queryServiceMessages(body);
    if (said !== "") return { message: said };
  }
  return { message: firstLine(text) || undefined };
}

function textOf(value: unknown, most: number): string | undefined {
  return typeof value === "string" ? cleanText(value, most) : undefined;
}

function queryServiceMessages(body: Readonly<Record<string, unknown>>): string {
  const status = body._status;
  if (!isObject(status) || !Array.isArray(status.messages)) return "";
  const said = status.messages.filter(isObject).map(({ message, detail }) => {
    return [message, detail].filter((part) => typeof part === "string" && part !== "").join(": ");
  });
  return cleanText(said.join("; "), 500);
}
