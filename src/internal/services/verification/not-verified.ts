import * as z from "zod";
import { parseJson } from "../http/parse-json.ts";

const wireNotVerified = z.object({ match: z.null(), creationMatch: z.null(), runtimeMatch: z.null() });

/** Whether the body of a 404 says "not verified", and not "no such path" as a wrong base URL would. */
export function isNotVerified(text: string): boolean {
  try {
    return wireNotVerified.safeParse(parseJson(text)).success;
  } catch {
    return false;
  }
}
