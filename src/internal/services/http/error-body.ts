import { cleanText, firstLine } from "../../text/clean-text.ts";
import { isObject } from "../../text/is-object.ts";
import { jsonOrUndefined } from "./parse-json.ts";

/** A service's error, from its own kind of error body. */
interface ErrorBody {
  readonly customCode?: string;
  readonly message?: string;
}

/**
 * Reads the error bodies of all three services: `{customCode, message}` of a verification service,
 * `{_status: {messages: [{message, detail}]}}` of a query service, and of anything else the first line.
 */
export function readErrorBody(text: string): ErrorBody {
  const body = jsonOrUndefined(text);
  if (isObject(body)) {
    if (typeof body.customCode === "string" || typeof body.message === "string") {
      return {
        ...(typeof body.customCode === "string" ? { customCode: cleanText(body.customCode, 100) } : {}),
        ...(typeof body.message === "string" ? { message: cleanText(body.message, 500) } : {}),
      };
    }
    const said = queryServiceMessages(body);
    if (said !== "") return { message: said };
  }
  const line = firstLine(text);
  return line === "" ? {} : { message: line };
}

function queryServiceMessages(body: Readonly<Record<string, unknown>>): string {
  const status = body._status;
  if (!isObject(status) || !Array.isArray(status.messages)) return "";
  const said = status.messages.filter(isObject).map(({ message, detail }) => {
    return [message, detail].filter((part) => typeof part === "string" && part !== "").join(": ");
  });
  return cleanText(said.join("; "), 500);
}
