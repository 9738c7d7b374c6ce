import { isObject } from "../../text/is-object.ts";
import { readErrorBody } from "../http/error-body.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";

/** Whether the body of a 404 says "not verified", and not "no such path" as a wrong base URL would. */
export function isNotVerified(text: string): boolean {
  return matchIn(text) === null || readErrorBody(text).customCode === "contract_not_found";
}

/** The match that a body names; undefined where it is not JSON with one. */
export function matchIn(text: string): unknown {
  const body = jsonOrUndefined(text);
  return isObject(body) ? body.match : undefined;
}

/** Codes of a service that does not have the chain; on the record route too, where another service says "not verified". */
const CHAIN_CODES: readonly (string | undefined)[] = ["unsupported_chain", "invalid_chain_id"];

/** Whether a code of a service says that it does not have the chain. */
export function isUnsupportedChain(customCode: string | undefined): boolean {
  return CHAIN_CODES.includes(customCode);
}
